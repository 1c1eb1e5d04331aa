import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import { awaitsOtp, promptOf } from '../../domain/phone-screen.ts'
import { flowsWith, type Transaction } from '../../domain/transaction.ts'
import { controlEndpoint } from '../endpoint.ts'
import { iso, limitQuery, reference, searchQuery, time, transactionId } from '../schema-parts.ts'

/** More than a business lets wait at once. */
const mostOpen = 10_000

const phonesView = answerObject(
  'Phones',
  'Phones that were asked to pay: waiting ones first, then the one asked last.',
  {
    data: z.array(
      answerObject('PhoneSummary', 'One phone, and what waits on it.', {
        number: z.string().describe('In international digits.'),
        name: z
          .string()
          .describe('Whose it is, as the newest collection that waits names its customer, or else the newest.'),
        network: z.string().describe('Code of the network, by the same collection.'),
        openPrompts: z.int().min(0).describe('Prompts that wait for a PIN.'),
        awaitedOtps: z.int().min(0).describe('OTPs that a transaction still waits for.'),
        waitsFor: z
          .array(z.object({ transactionId, reference }))
          .describe('The transactions that wait for it, newest first.'),
        askedAt: time.describe('When that collection was made.'),
      }),
    ),
    waiting: z
      .int()
      .min(0)
      .describe('How many transactions wait for a phone, those of phones beyond the limit included.'),
    next: z.string().nullable().describe('`after` of the next page; null on the last.'),
  },
)

export const listPhones = controlEndpoint({
  route: 'GET /_sandbox/phones',
  summary: 'Phones that mobile money collections have asked to pay',
  query: z.strictObject({
    search: searchQuery,
    after: z.string().optional().describe('`next` of the page before.'),
    limit: limitQuery,
  }),
  answer: phonesView,
  handle({ key, query: { limit, search, after }, store }) {
    const filter = { flow: flowsWith('prompt'), search }
    const waiting = waitingPhones(store.transactions(key, { ...filter, open: true, limit: mostOpen }))
    const reached = waiting.findIndex(({ number }) => number === after)
    const isIdleReached = after !== undefined && reached < 0
    const [last] = isIdleReached ? store.transactions(key, { ...filter, numbers: [after], limit: 1 }) : []
    const isWaiting = new Set(waiting.map(({ number }) => number))
    const idle = store
      .transactions(key, { ...filter, newestOfNumber: true, after: last?.id, limit: limit + 1 + waiting.length })
      .filter(({ customer }) => !isWaiting.has(customer.accountNumber))
      .map((one) => summaryOf([one]))
    const all = [...(isIdleReached ? [] : waiting.slice(reached + 1)), ...idle]
    const data = all.slice(0, limit)
    const next = all.length > limit ? (data.at(-1)?.number ?? null) : null
    return { body: { data, waiting: waiting.reduce((sum, { waitsFor }) => sum + waitsFor.length, 0), next } }
  },
})

/** The phones that something waits for, the one asked last first. */
function waitingPhones(open: readonly Transaction[]) {
  const byNumber = new Map<string, NewestFirst>()
  for (const one of open) {
    const { accountNumber } = one.customer
    const known = byNumber.get(accountNumber)
    if (known === undefined) byNumber.set(accountNumber, [one])
    else known.push(one)
  }
  const phones = [...byNumber.values()].map(summaryOf)
  return phones.filter(({ waitsFor }) => waitsFor.length > 0)
}

type NewestFirst = [newest: Transaction, ...older: Transaction[]]

function summaryOf(all: NewestFirst) {
  const [newest] = all
  const asking = all.filter((one) => promptOf(one)?.status === 'open')
  const awaiting = all.filter(awaitsOtp)
  const waits = new Set([...asking, ...awaiting])
  return {
    number: newest.customer.accountNumber,
    name: newest.customer.accountName,
    network: newest.network,
    openPrompts: asking.length,
    awaitedOtps: awaiting.length,
    waitsFor: all.filter((one) => waits.has(one)).map(({ id, reference }) => ({ transactionId: id, reference })),
    askedAt: iso(newest.createdAt),
  }
}
