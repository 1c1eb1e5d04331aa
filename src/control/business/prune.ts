import { z } from 'zod'
import { answerObject, requestBody } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'
import { durationText } from '../queries.ts'
import { iso, time } from '../view-parts.ts'

const prunedView = answerObject('Pruned', 'What was deleted.', {
  before: time.describe('Transactions that were final by this time are gone, but for those with work to come.'),
  transactions: z.int().describe('How many are gone; their references can be used again.'),
  webhooks: z.int().describe('How many webhooks went with them.'),
  ledgerEntries: z.int().describe('How many ledger entries went into sums; no balance changes.'),
})

/** Deletes what is long final: the database keeps its size in use, and what is pending is never touched. */
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
