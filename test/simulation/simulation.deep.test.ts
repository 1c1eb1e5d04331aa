import { expect, test } from 'vitest'
import { count, rareStates, type Sightings } from './sightings.ts'
import { simulate } from './simulate.ts'

const asked = process.env.SIMULATE_SEED
const seeds = Number(process.env.SIMULATE_SEEDS ?? 500)
const first = Number(process.env.SIMULATE_FIRST ?? 1)

/** So many failing seeds are enough. */
const mostFailures = 10

test.runIf(asked !== undefined)(`seed ${asked}`, async () => {
  await simulate(Number(asked))
})

test.skipIf(asked !== undefined)(
  `${seeds} small worlds keep their promises through crashes, resets and retries, and reach every rare state`,
  { timeout: 60_000 + seeds * 100 },
  async () => {
    const all: Sightings = new Map()
    const failures: string[] = []
    for (let seed = first; seed < first + seeds && failures.length < mostFailures; seed++) {
      try {
        for (const [state, times] of (await simulate(seed)).sightings) count(all, state, times)
      } catch (cause) {
        failures.push(cause instanceof Error ? cause.message : String(cause))
      }
    }
    if (failures.length > 0) expect.unreachable(summaryOf(failures))
    if (process.env.SIMULATE_TELL) process.stdout.write(`${tableOf(all)}\n`)
    if (seeds < 500) return
    expect(rareStates.filter((state) => !all.has(state))).toEqual([])
  },
)

/**
 * Seeds that failed once: two prunes at once; a prune and a create call of the same reference, or an act on it, in one turn;
 * a status query that was seen and lost before it was answered; a prune that was written and not answered; a prune after the
 * replay of a webhook that was not sent yet; a prune and a snapshot in one turn; a status query that was lost,
 * after which the machine's clock was set back; a prune that waited for a restore; a create call in the turn in which an
 * advance went on to the next webhook, or to its end.
 */
const onceFailed = [
  1345, 1525, 2110, 2231, 3505, 6180, 8577, 12351, 13919, 15730, 21896, 24119, 24711, 35958, 37298, 37953, 39628, 41155,
  44434,
]
test.skipIf(asked !== undefined).each(onceFailed)('seed %i keeps its promises', async (seed) => {
  await simulate(seed)
})

test.skipIf(asked !== undefined)('the same seed is the same world', async () => {
  for (const seed of [1, 2, 3, 30, 300]) {
    expect((await simulate(seed)).hash).toBe((await simulate(seed)).hash)
  }
})

function summaryOf(failures: readonly string[]): string {
  const firstLines = failures.map((failure) => failure.slice(0, failure.indexOf('\n')))
  return [`${failures.length} seeds failed:`, ...firstLines, '', failures[0]].join('\n')
}

function tableOf(all: Sightings): string {
  const rows = rareStates.map((state) => `${String(all.get(state) ?? 0).padStart(9)} ${state}`)
  return [`Seeds ${first} to ${first + seeds - 1} reached`, ...rows].join('\n')
}
