import { z } from 'zod'
import { answerObject, requestBody } from '../../contract/named.ts'
import { clockView, presentClock } from '../clock/clock-view.ts'
import { controlEndpoint } from '../endpoint.ts'
import { durationText, iso, time } from '../schema-parts.ts'

const resetView = answerObject('ResetBusiness', 'The business as it is now.', {
  key: z.string(),
  transactions: z.literal(0),
  clock: clockView,
})

export const resetBusiness = controlEndpoint({
  route: 'POST /_sandbox/reset',
  summary: 'Start this business again',
  body: requestBody('ResetRequest', {
    drop: z
      .boolean()
      .default(false)
      .describe('true: delete a sealed business with its snapshots, as if its key had never been used.'),
  }),
  answer: resetView,
  refuses: ['conflict'],
  use: 'read',
  async handle({ key, body: { drop }, engine, store, drafts, reporter, journal }) {
    store.gate(key, drop ? 'drop' : 'reset')
    await reporter.through(key, async () => {
      const work = drop ? engine.replace(key, () => store.drop(key)) : engine.reset(key)
      await work
      drafts.forget(key)
      journal.forget(key)
    })
    return { body: { key, transactions: 0 as const, clock: presentClock(store, key) } }
  },
})

const prunedView = answerObject('Pruned', 'What was deleted.', {
  before: time.describe('Transactions that were final by this time are gone, but for those with work to come.'),
  transactions: z.int().describe('How many are gone; their references can be used again.'),
  webhooks: z.int().describe('How many webhooks went with them.'),
  ledgerEntries: z.int().describe('How many ledger entries went into sums; no balance changes.'),
})

export const pruneBusiness = controlEndpoint({
  route: 'POST /_sandbox/prune',
  summary: 'Delete old transactions of this business',
  body: requestBody('PruneRequest', {
    olderThan: durationText.describe('For how long a transaction must have been final: a duration such as 30d.'),
  }),
  answer: prunedView,
  async handle({ key, body: { olderThan }, store, reporter }) {
    const { before, ...counts } = await reporter.through(key, () => store.prune(key, olderThan))
    return { body: { before: iso(before), ...counts } }
  },
})
