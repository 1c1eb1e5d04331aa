import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import { awaitsOtp } from '../../domain/otp.ts'
import { promptOf } from '../../domain/phone-screen.ts'
import type { Transaction } from '../../domain/transaction.ts'
import { controlEndpoint } from '../endpoint.ts'
import { limitQuery } from '../queries.ts'
import { iso, time } from '../view-parts.ts'

/** As many collections are looked through for their phones: the newest. */
const lookedThrough = 1000

const phonesView = answerObject('Phones', 'Phones that were asked to pay, the one asked last first.', {
  data: z.array(
    answerObject('PhoneSummary', 'One phone, and what waits on it.', {
      number: z.string().describe('In international digits.'),
      name: z.string().describe('Whose it is, as the newest collection names its customer.'),
      network: z.string().describe('Code of the network, as the newest collection names it.'),
      openPrompts: z.int().min(0).describe('Prompts that wait for a PIN.'),
      awaitedOtps: z.int().min(0).describe('OTPs that a transaction still waits for.'),
      askedAt: time.describe('When the newest collection was made.'),
    }),
  ),
})

/** The phones of the newest mobile money collections, the one that was asked last first. */
export const listPhones = controlEndpoint({
  route: 'GET /_sandbox/phones',
  summary: 'Phones of the newest 1,000 mobile money collections',
  query: z.strictObject({ limit: limitQuery }),
  answer: phonesView,
  handle({ key, query: { limit }, store }) {
    const collections = store.transactions(key, { flow: 'mobile-money', limit: lookedThrough })
    const byNumber = new Map<string, NewestFirst>()
    for (const collection of collections) {
      const { accountNumber } = collection.customer
      const known = byNumber.get(accountNumber)
      if (known === undefined) byNumber.set(accountNumber, [collection])
      else known.push(collection)
    }
    return { body: { data: [...byNumber].slice(0, limit).map(([number, asked]) => summaryOf(number, asked)) } }
  },
})

/** The collections from one phone. */
type NewestFirst = [newest: Transaction, ...older: Transaction[]]

function summaryOf(number: string, all: NewestFirst) {
  const [newest] = all
  return {
    number,
    name: newest.customer.accountName,
    network: newest.network,
    openPrompts: all.filter((one) => promptOf(one)?.status === 'open').length,
    awaitedOtps: all.filter(awaitsOtp).length,
    askedAt: iso(newest.createdAt),
  }
}
