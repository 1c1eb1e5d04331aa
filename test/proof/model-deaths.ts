import { actions, jumpNames, jumps } from './model-commands.ts'
import type { Talk } from './model-talk.ts'

export const deaths = ['idle', 'within an advance', 'within a create', 'within an act', 'within a reset'] as const
/** What many short lives have to reach. */
export const reachableDeaths: readonly string[] = [
  ...deaths.map((death) => `death ${death}`),
  ...['attempts cut by a death', 'answer lost, and done', 'answer lost, and not done'],
]

/** The process dies between two commands or within one, and the next life goes on. */
export function deathsOf(talk: Talk) {
  const { model, sandbox, shop, merchant, pick, ask, reach, move, named, webhooks } = talk
  const { holdArrivals, askToCreate, drawn, act, learnIds, compareRecords, compareAll, revive } = talk
  /** The clock may have come to any time of an advance; attempts that were cut are made again at once. */
  const settleAfterDeath = async () => {
    await ask('POST', '/_sandbox/clock/advance', { by: '1ms' })
    const now = Date.parse((await ask('GET', '/_sandbox/clock')).body.now)
    const { cuts, cutLines } = await webhooks()
    holdArrivals('a death', model.advance(now - model.state.now, shop.isAnswered, cuts), cutLines)
    if (cutLines.length > 0) reach('attempts cut by a death')
    await compareAll()
  }
  const dieWithin = async (work: () => Promise<unknown>) => {
    const working = work().catch(() => undefined)
    for (let turns = pick([1, 2, 3, 5, 8]); turns > 0; turns -= 1) await new Promise(setImmediate)
    sandbox.die()
    await Promise.all([revive(merchant.webhooks.length), working])
  }
  /** The answer is lost, so the merchant asks again. It was done as a whole or not at all; now it is done once. */
  const loseAnswer = async (work: () => Promise<unknown>, expected: () => unknown) => {
    const before = model.saved()
    await dieWithin(work)
    const isUndone = await compareRecords().then(
      () => true,
      () => false,
    )
    if (!isUndone) {
      expected()
      await compareRecords()
      model.state = before
    }
    reach(isUndone ? 'answer lost, and not done' : 'answer lost, and done')
    await work()
    expected()
    await settleAfterDeath()
  }
  return {
    async idle() {
      sandbox.die()
      await revive(merchant.webhooks.length)
      await settleAfterDeath()
    },
    async 'within an advance'() {
      const [by, end] = [pick(jumpNames), model.state.now]
      let [left, diedAt] = [pick([1, 2, 3]), 0]
      const death = new Promise<void>((resolve) => {
        shop.onWebhook = async () => {
          left -= 1
          if (left !== 0) return
          sandbox.die()
          diedAt = merchant.webhooks.length
          resolve()
        }
      })
      const moving = ask('POST', '/_sandbox/clock/advance', { by })
      await Promise.race([moving, death])
      shop.onWebhook = async () => {}
      if (!sandbox.isDead) return holdArrivals(by, model.advance(jumps[by], shop.isAnswered))
      await Promise.all([revive(diedAt), moving.catch(() => undefined)])
      await settleAfterDeath()
      const restMs = end + jumps[by] - model.state.now
      if (restMs > 0) await move(`${restMs}ms`, restMs)
    },
    async 'within a create'() {
      const creation = drawn()
      if (creation === null || creation.scenario === 'before-reply') return
      await loseAnswer(
        () => askToCreate(creation),
        () => model.create(creation),
      )
      await learnIds()
    },
    async 'within an act'() {
      const [reference, action] = [named(), pick(actions)]
      await loseAnswer(
        () => act(reference, action),
        () => model.act(reference, action),
      )
    },
    async 'within a reset'() {
      await loseAnswer(
        () => ask('POST', '/_sandbox/reset'),
        () => model.reset(),
      )
      shop.made = 0
    },
  } as const satisfies Readonly<Record<(typeof deaths)[number], () => Promise<void>>>
}
