import { type Bar, seedOfToday } from './bar.ts'
import { converse } from './model-conversation.ts'
import { reachableDeaths } from './model-deaths.ts'
import type { Death } from './mortal-sandbox.ts'

const commands = 60
const otherSeed = 'a different seed for the second run'
const lostDisk = 'a disk that is lost at each death'

/** Short lives in a folder, whose process dies at random moments: each seed twice, and a count of each kind of death. */
export const seedsBar: Bar = {
  promise:
    'A sandbox that dies between and within commands goes on as the model says, and the same seed is the same world twice',
  mutations: [otherSeed, lostDisk],
  async run(size, mutation) {
    const seeds = size === 'full' ? Number(process.env.PROOF_SEEDS ?? 200) : 3
    const all = new Map(reachableDeaths.map((death) => [death, 0]))
    const first = size === 'full' ? (seedOfToday % 1_000_000) * 1000 : 1
    for (let seed = first; seed < first + seeds; seed += 1) {
      const one = await play(seed, mutation === lostDisk ? 'loses the disk' : 'keeps the disk')
      const again = await play(mutation === otherSeed ? seed + 1 : seed, 'keeps the disk')
      if (one.hash !== again.hash) throw new Error(`seed ${seed} is two worlds: ${one.hash} and ${again.hash}`)
      for (const death of reachableDeaths) all.set(death, (all.get(death) ?? 0) + (one.reached.get(death) ?? 0))
    }
    const missed = reachableDeaths.filter((death) => all.get(death) === 0)
    // Fewer worlds cannot reach every kind; the figures show which they did not.
    if (seeds >= 100 && missed.length > 0) throw new Error(`never reached: ${missed.join(', ')}`)
    return { seeds, 'first seed': first, commands, ...(size === 'full' ? Object.fromEntries(all) : {}) }
  },
}

async function play(seed: number, death: Death) {
  const conversation = await converse({ seed, death })
  for (let at = 0; at < commands; at += 1) await conversation.command(at)
  await conversation.finish()
  return { hash: conversation.hash(), reached: conversation.reached }
}
