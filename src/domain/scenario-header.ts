import { type ChosenScenario, selectors } from './plan.ts'

const form = /^(.*); by=(\w+)$/

/** The answer's header `x-sandbox-scenario`, such as `wrong-pin; by=match`. */
export function writeScenarioHeader({ name, by }: ChosenScenario): string {
  return `${name}; by=${by}`
}

/** Returns null for another text. */
export function readScenarioHeader(text: string): ChosenScenario | null {
  const [, name, word] = form.exec(text) ?? []
  const by = selectors.find((selector) => selector === word)
  return name === undefined || by === undefined ? null : { name, by }
}
