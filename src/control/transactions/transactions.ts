import { z } from 'zod'
import { partsQuery } from '../../contract/parts.ts'
import { deliveryStatuses } from '../../domain/delivery.ts'
import { flows, statuses, type Transaction } from '../../domain/transaction.ts'
import { invalid, refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { flagQuery, limitQuery, searchQuery, waitText } from '../schema-parts.ts'
import { awaitTransaction } from './await-transaction.ts'
import { presentTransactionInFull, transactionParts, transactionPartsView } from './transaction-in-full.ts'
import { presentTransaction, transactionsView } from './transaction-views.ts'

/** How many transactions one call may name: their ids go into its address. */
const mostNamed = 100

/** A page of transactions, newest first; `next` is the `after` of the next page, null on the last. */
export const listTransactions = controlEndpoint({
  route: 'GET /_sandbox/transactions',
  summary: 'Transactions, newest first',
  query: z.strictObject({
    id: z
      .string()
      .transform((ids) => ids.split(','))
      .refine((ids) => ids.length <= mostNamed, { error: `names more than ${mostNamed} transactions` })
      .optional()
      .describe(`Ids with commas between them, at most ${mostNamed}. The existing ones are listed in this order.`),
    reference: z.string().optional().describe("The merchant's reference."),
    status: z.enum(statuses).optional().describe('Only those with this status.'),
    flow: z.enum(flows).optional().describe('Only those of this flow.'),
    webhook: z.enum(deliveryStatuses).optional().describe('Only those whose last webhook has this status.'),
    search: searchQuery,
    after: z.string().optional().describe('`next` of the page before.'),
    limit: limitQuery,
  }),
  answer: transactionsView,
  async handle({ key, query: { id: ids, limit, ...filter }, store, scenarios }) {
    const present = (transaction: Transaction) => presentTransaction(transaction, key, { store, scenarios })
    if (ids !== undefined) {
      const named = ids.flatMap((id) => store.transaction(key, id) ?? [])
      return { body: { data: named.map(present), next: null } }
    }
    if (filter.after !== undefined && store.transaction(key, filter.after) === null) {
      throw invalid('after', `there is no transaction ${filter.after}`, 'leave it out for the first page')
    }
    const found = store.transactions(key, { ...filter, limit: limit + 1 })
    const page = found.slice(0, limit)
    const next = found.length > limit ? (page.at(-1)?.id ?? null) : null
    return { body: { data: page.map(present), next } }
  },
})

export const showTransaction = controlEndpoint({
  route: 'GET /_sandbox/transactions/{id}',
  summary: 'One transaction with its steps and deliveries',
  params: { id: 'Id of the transaction.' },
  query: z.strictObject({
    parts: partsQuery(transactionParts),
    explain: flagQuery.describe('With the rules that nearly match what it asked for.'),
  }),
  answer: transactionPartsView,
  refuses: ['not_found'],
  handle({ key, params: { id }, query, ...tools }) {
    const transaction = tools.store.transaction(key, id)
    if (transaction === null) throw refusal({ why: 'not-here', what: 'transaction', name: id, key })
    return { body: presentTransactionInFull(transaction, key, tools, query) }
  },
})

export const waitForTransaction = controlEndpoint({
  route: 'GET /_sandbox/transactions/wait',
  summary: 'Wait until a transaction has a status, or until its webhook was answered 2xx',
  query: z.strictObject({
    name: z.string().min(1).describe("Id of the transaction, or the merchant's reference; it may not exist yet."),
    status: z.enum(statuses).optional().describe('Without it: until the status is final.'),
    webhook: flagQuery.describe('Until its webhook was answered 2xx.'),
    timeout: waitText
      .prefault('10s')
      .describe(
        'How long to wait, in real time. On a frozen clock with nothing due a transaction that exists is waited for half a second without movement.',
      ),
    parts: partsQuery(transactionParts),
  }),
  answer: transactionPartsView,
  refuses: ['timeout'],
  async handle({ key, query: { timeout: timeoutMs, parts, ...wanted }, signal, ...tools }) {
    const waiting = { key, ...wanted, timeoutMs, signal }
    return { body: presentTransactionInFull(await awaitTransaction(tools.store, waiting), key, tools, { parts }) }
  },
})
