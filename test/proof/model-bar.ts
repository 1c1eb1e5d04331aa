import { monotonicMs } from '../../src/time.ts'
import { type Bar, type Figures, keptSeeds, seedOfToday } from './bar.ts'
import { reachable } from './model-commands.ts'
import { converse } from './model-conversation.ts'
import { type Mutation, mutations } from './model-talk.ts'

/** A busy machine plays fewer commands, and the figures say so. */
const longestMs = Number(process.env.PROOF_MODEL_MINUTES ?? 12) * 60_000

/** Random commands to the sandbox and to the model beside it: the same answers, the same webhooks, the same balances. */
export const modelBar: Bar = {
  promise:
    'The sandbox answers random commands of all flows, sends webhooks and keeps wallets as a model of the specification does',
  mutations,
  async run(size, mutation) {
    // A spoilt model is held against the sandbox until they differ.
    const wanted = size === 'full' ? 100_000 : mutation === null ? 1000 : 5000
    if (size === 'full') return play(seedOfToday, { wanted, mutation: null, isFull: true })
    const all = []
    for (const seed of keptSeeds)
      all.push(await play(seed, { wanted, mutation: mutation as Mutation | null, isFull: false }))
    return all[0] ?? {}
  },
}

interface Playing {
  readonly wanted: number
  readonly mutation: Mutation | null
  readonly isFull: boolean
}

async function play(seed: number, { wanted, mutation, isFull }: Playing): Promise<Figures> {
  const conversation = await converse({ seed, mutation })
  const endsAt = monotonicMs() + longestMs
  let commands = 0
  for (; commands < wanted && monotonicMs() < endsAt; commands += 1) {
    await conversation.command(commands)
    if (commands % 50 === 49) await conversation.compareAll(commands)
  }
  await conversation.finish()
  const { reached } = conversation
  const missed = reachable.filter((what) => !reached.has(what))
  if (commands >= 20_000 && missed.length > 0) throw new Error(`never reached: ${missed.join(', ')}`)
  const counts = Object.fromEntries(reachable.map((what) => [what, reached.get(what) ?? 0]))
  return { commands, 'commands wanted': wanted, seed, ...(isFull ? counts : {}) }
}
