import { count, rareStates, type Sightings } from '../simulation/sightings.ts'
import { simulate } from '../simulation/simulate.ts'
import type { Bar } from './bar.ts'

/** Worlds with crashes, full disks, resets and retries: each seed twice, and a count of each rare state that was reached. */
export const seedsBar: Bar = {
  promise: 'Two runs with the same seed are the same, byte for byte, and every kind of fault is reached',
  mutations: ['a different seed for the second run'],
  async run(size, mutation) {
    const seeds = size === 'full' ? Number(process.env.PROOF_SEEDS ?? 1000) : 5
    const all: Sightings = new Map()
    for (let seed = 1; seed <= seeds; seed += 1) {
      const first = await simulate(seed)
      const second = await simulate(mutation ? seed + 1 : seed)
      if (first.hash !== second.hash) throw new Error(`seed ${seed} is two worlds: ${first.hash} and ${second.hash}`)
      for (const [state, times] of first.sightings) count(all, state, times)
    }
    const missed = rareStates.filter((state) => !all.has(state))
    // Fewer worlds cannot reach every rare state; the figures show which they did not.
    if (seeds >= 500 && missed.length > 0) throw new Error(`never reached: ${missed.join(', ')}`)
    const reached = Object.fromEntries(rareStates.map((state) => [`reached: ${state}`, all.get(state) ?? 0]))
    return { seeds, ...(size === 'full' ? reached : {}) }
  },
}
