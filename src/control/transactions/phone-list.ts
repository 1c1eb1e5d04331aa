import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import { awaitsOtp, promptOf } from '../../domain/phone-screen.ts'
import { flowsWith, type Transaction } from '../../domain/transaction.ts'
import { controlEndpoint } from '../endpoint.ts'
import { iso, limitQuery, reference, time, transactionId } from '../schema-parts.ts'

/** Most collections that are searched for phones: the newest. */
const lookedThrough = 1000

const phonesView = answerObject(
  'Phones',
  'Phones that were asked to pay: waiting ones first, then the one asked last.',
  {
    data: z.array(
      answerObject('PhoneSummary', 'One phone, and what waits on it.', {
        number: z.string().describe('In international digits.'),
        name: z.string().describe('Whose it is, as the newest collection names its customer.'),
        network: z.string().describe('Code of the network, as the newest collection names it.'),
        openPrompts: z.int().min(0).describe('Prompts that wait for a PIN.'),
        awaitedOtps: z.int().min(0).describe('OTPs that a transaction still waits for.'),
        waitsFor: z
          .array(z.object({ transactionId, reference }))
          .describe('The transactions that wait for it, newest first.'),
        askedAt: time.describe('When the newest collection was made.'),
      }),
    ),
    waiting: z
      .int()
      .min(0)
      .describe('How many transactions wait for a phone, those of phones beyond the limit included.'),
  },
)

export const listPhones = controlEndpoint({
  route: 'GET /_sandbox/phones',
  summary: 'Phones of the newest 1,000 mobile money collections',
  query: z.strictObject({ limit: limitQuery }),
  answer: phonesView,
  handle({ key, query: { limit }, store }) {
    const collections = store.transactions(key, { flow: flowsWith('prompt'), limit: lookedThrough })
    const byNumber = new Map<string, NewestFirst>()
    for (const collection of collections) {
      const { accountNumber } = collection.customer
      const known = byNumber.get(accountNumber)
      if (known === undefined) byNumber.set(accountNumber, [collection])
      else known.push(collection)
    }
    const phones = [...byNumber].map(([number, asked]) => summaryOf(number, asked))
    const isIdle = ({ waitsFor }: (typeof phones)[number]) => Number(waitsFor.length === 0)
    const data = phones.toSorted((one, other) => isIdle(one) - isIdle(other)).slice(0, limit)
    return { body: { data, waiting: phones.reduce((sum, { waitsFor }) => sum + waitsFor.length, 0) } }
  },
})

type NewestFirst = [newest: Transaction, ...older: Transaction[]]

function summaryOf(number: string, all: NewestFirst) {
  const [newest] = all
  const asking = all.filter((one) => promptOf(one)?.status === 'open')
  const awaiting = all.filter(awaitsOtp)
  const waits = new Set([...asking, ...awaiting])
  return {
    number,
    name: newest.customer.accountName,
    network: newest.network,
    openPrompts: asking.length,
    awaitedOtps: awaiting.length,
    waitsFor: all.filter((one) => waits.has(one)).map(({ id, reference }) => ({ transactionId: id, reference })),
    askedAt: iso(newest.createdAt),
  }
}
