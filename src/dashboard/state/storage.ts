import { effect, type Signal, signal } from '@preact/signals'

/** Returns a stored choice, or null if there is none or the browser allows no storage. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(`payments-sandbox.${name}`)
  } catch {
    return null
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`payments-sandbox.${name}`, value)
  } catch {
    // The page works without storage.
  }
}

/** A choice among some that stays in the browser; the first one until the user chooses. */
export function storedChoice<T extends string>(name: string, choices: readonly [T, ...T[]]): Signal<T> {
  const last = stored(name)
  const choice = signal(choices.find((one) => one === last) ?? choices[0])
  effect(() => store(name, choice.value))
  return choice
}
