/** How much a bar does: `npm run proof`, or the short form among the tests. */
export type Size = 'full' | 'short'

export type Figures = Readonly<Record<string, number | string>>

/** A promise and what holds the sandbox against it. */
export interface Bar {
  readonly promise: string
  /** Each spoils the bar in one way, and it must reject: it can fail. */
  readonly mutations: readonly string[]
  /** Rejects with what was broken. */
  run(size: Size, mutation: string | null): Promise<Figures>
}

/** Of `npm run proof`: another one each day, or the one that is asked for, to play a run again. */
export const seedOfToday = Number(process.env.PROOF_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
/** Played in the short form: the first one, and each that has failed. */
export const keptSeeds = [44, 20261128, 20261129] as const

/** Random numbers below 1 by a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
