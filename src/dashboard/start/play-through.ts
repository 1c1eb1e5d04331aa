import type { AnswerOf } from '../../control/routes.ts'

/** What playing uses: the transaction that is played, its business's clock, and the browser's patience. */
interface Playing {
  /** When the next thing of the transaction is due; null when it has no more to come. */
  readonly nextDueAt: () => Promise<string | null>
  readonly clock: () => Promise<AnswerOf<'GET /_sandbox/clock'>>
  readonly advanceTo: (moment: string) => Promise<unknown>
  readonly sleep: (ms: number) => Promise<void>
}

/** A wait that people sit through; a longer one is passed over by moving the sandbox's time. */
const patienceMs = 3500
/** Between two things that happen, so that both are seen. */
const beatMs = 900
/** After so many the rest follows without a pause: the whole takes about ten seconds. */
const beats = 8
/** No scenario has more to come, and an unknown one must not keep the page busy forever. */
const mostSteps = 60

/** Plays a transaction to its end: what comes soon comes by itself, what comes later or on a frozen clock is moved to. */
export async function playThrough({ nextDueAt, clock, advanceTo, sleep }: Playing): Promise<void> {
  for (let step = 0; step < mostSteps; step++) {
    const dueAt = await nextDueAt()
    if (dueAt === null) return
    const { now, mode, rate } = await clock()
    const leftMs = (Date.parse(dueAt) - Date.parse(now)) / rate
    if (mode === 'real' && leftMs <= patienceMs && step < beats) {
      await sleep(Math.max(100, leftMs + 50))
      continue
    }
    if (step < beats) await sleep(beatMs)
    await advanceTo(dueAt)
  }
}
