import type { ChosenScenario } from '../../domain/plan.ts'
import type { WatchLine } from '../../words/watch-line.ts'

type Facts = Readonly<Record<string, unknown>>

export interface CallLine extends WatchLine {
  readonly hint?: string
}

/** A call that the sandbox received, in a few words. */
export function callLine(call: Facts): CallLine {
  const { method, path, status, scenario, durationMs, hint } = call
  const chosen = scenario == null ? '' : `  ${chosenText(scenario as ChosenScenario)}`
  const [first, ...more] = messagesIn(call)
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  const said = first === undefined ? `${chosen}  ${durationMs} ms` : `  ${first}${others}`
  return {
    text: `${method} ${path} ${answerOf(call)}${said}`,
    ...(typeof hint === 'string' ? { hint: `hint: ${hint}` } : {}),
    isWrong: first !== undefined || status === null,
  }
}

export function answerOf({ status, fault }: Facts): string {
  return status === null ? `no answer (${fault})` : `${status}${fault === null ? '' : ` (${fault})`}`
}

/** Why a call was refused, from both forms of a refusal (D6, D8); empty if it was not. */
export function messagesIn({ status, answer }: Facts): readonly unknown[] {
  if (typeof status !== 'number' || status < 400) return []
  return [answer]
    .flat()
    .flatMap((one) => (typeof one === 'object' && one !== null && 'message' in one ? one.message : []))
}

/** `file` and `business` are the selectors that no request asked for. */
function chosenText({ name, by }: ChosenScenario): string {
  return `${name} by ${by === 'file' || by === 'business' ? 'default' : by}`
}
