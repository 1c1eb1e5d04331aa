import { commandsOf, rare } from './model-commands.ts'
import { deaths, deathsOf } from './model-deaths.ts'
import { beginTalk } from './model-talk.ts'

const often = [
  ...['create', 'create', 'create', 'create', 'act', 'pay', 'pay', 'otp', 'query', 'query'],
  ...['advance', 'advance', 'answers', 'replay', 'createTwice', 'createInHandler'],
] as const satisfies readonly (keyof ReturnType<typeof commandsOf>)[]

/** A sandbox and the model beside it. Each command goes to both, and throws if they differ. */
export async function converse(conversing: Parameters<typeof beginTalk>[0]) {
  const { seed, death = null } = conversing
  const talk = await beginTalk(conversing)
  const { model, random, pick, ask, hold, reach, move, compareAll } = talk
  const [commands, dying] = [commandsOf(talk), deathsOf(talk)]
  const step = async () => {
    if (death !== null && random() < 0.15) {
      const kind = pick(deaths)
      await dying[kind]()
      return reach(`death ${kind}`)
    }
    // A world of more than 40 transactions begins again.
    await commands[model.state.transactions.size > 40 ? 'reset' : random() < 0.06 ? pick(rare) : pick(often)]()
  }
  const within = async (at: string, work: () => Promise<unknown>) => {
    await work().catch((cause) => {
      throw new Error(`${at} of seed ${seed}, ${cause instanceof Error ? cause.message : cause}`)
    })
  }

  return {
    command: (at: number) => within(`command ${at}`, step),
    compareAll: (at: number) => within(`after command ${at}`, compareAll),
    /** Runs until nothing is left to come. */
    finish: () =>
      within('the end', async () => {
        await move('40d', 40 * 86_400_000)
        await compareAll()
        hold('work that is left', (await ask('GET', '/_sandbox/jobs')).body, [])
      }),
    reached: talk.reached,
    hash: talk.hash,
  }
}
