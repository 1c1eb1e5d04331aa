import { monotonicMs, sleep } from '../../src/time.ts'

/** Looks again and again until `look` finds something (neither null, undefined nor false), and gives it. */
export async function until<T>(
  what: string | (() => string),
  look: () => T | Promise<T>,
  withinMs = 15_000,
): Promise<Exclude<T, null | undefined | false>> {
  const end = monotonicMs() + withinMs
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found as Exclude<T, null | undefined | false>
    if (monotonicMs() > end) break
    await sleep(10)
  }
  throw new Error(`Waited ${withinMs} ms without it: ${typeof what === 'string' ? what : what()}`)
}
