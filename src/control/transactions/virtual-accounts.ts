import { z } from 'zod'
import { isPlainText } from '../../contract/field-rules.ts'
import { answerObject, requestBody } from '../../contract/named.ts'
import { dueText } from '../../domain/clock.ts'
import { maxAmount, maxMinor, toMajor, toMinor } from '../../domain/money.ts'
import { madeUpName } from '../../domain/names.ts'
import { plainNumber } from '../../domain/phone.ts'
import { lateTransfers, partialPayments } from '../../domain/plan.ts'
import { flowsWith, statuses, type Transaction } from '../../domain/transaction.ts'
import { dueMinor } from '../../domain/transfer.ts'
import { invalid, refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { limitQuery, major, reference, searchQuery, time, transactionId } from '../schema-parts.ts'
import { presentTransactionInFull, transactionInFullView } from './transaction-in-full.ts'

const accountsView = answerObject('VirtualAccounts', 'Virtual accounts, newest first.', {
  data: z.array(
    answerObject('VirtualAccountSummary', 'A virtual account, and what a transfer into it would be worth.', {
      accountNumber: z.string(),
      bankName: z.string(),
      accountName: z.string().describe('Whom the account is for, as the customer sees it.'),
      transactionId,
      reference,
      customerName: z.string().describe('The customer of the request.'),
      status: z.enum(statuses),
      currency: z.string(),
      asked: major.describe('What was asked for, in major units.'),
      received: major.describe('What has arrived so far, in major units.'),
      due: major.describe('What a transfer without an amount pays, in major units.'),
      expiresAt: time.nullable().describe('Null if it does not expire.'),
      expired: z.boolean(),
      partialPayments: z.enum(partialPayments).describe('What another sum than what was asked for does.'),
      lateTransfers: z.enum(lateTransfers).describe('What a transfer after the expiry does.'),
    }),
  ),
  next: z.string().nullable().describe('`after` of the next page; null on the last.'),
})

export const listVirtualAccounts = controlEndpoint({
  route: 'GET /_sandbox/virtual-accounts',
  summary: 'Virtual accounts, newest first',
  query: z.strictObject({
    search: searchQuery,
    after: z.string().optional().describe('`next` of the page before.'),
    limit: limitQuery,
  }),
  answer: accountsView,
  async handle({ key, query: { limit, ...filter }, store }) {
    const found = store.transactions(key, { ...filter, flow: flowsWith('account'), limit: limit + 1 })
    const page = found.slice(0, limit)
    return { body: { data: page.flatMap(summaryOf), next: found.length > limit ? (page.at(-1)?.id ?? null) : null } }
  },
})

function summaryOf(transaction: Transaction) {
  const { id, virtualAccount, plan, status, currency, customer, askedMinor, receivedMinor, createdAt, result } =
    transaction
  if (virtualAccount === null || plan.account === null) return []
  const { bankName, accountName, accountNumber } = virtualAccount
  const expiry = plan.steps.find(({ act }) => act.act === 'expire')
  return [
    {
      accountNumber,
      bankName,
      accountName,
      transactionId: id,
      reference: transaction.reference,
      customerName: customer.accountName,
      status,
      currency,
      asked: toMajor(askedMinor, currency),
      received: toMajor(receivedMinor, currency),
      due: toMajor(dueMinor(transaction), currency),
      expiresAt: expiry === undefined ? null : dueText(createdAt + expiry.afterMs),
      expired: result?.name === 'expired',
      partialPayments: plan.account.partialPayments,
      lateTransfers: plan.account.lateTransfers,
    },
  ]
}

export const payIntoVirtualAccount = controlEndpoint({
  route: 'POST /_sandbox/virtual-accounts/{accountNumber}/transfers',
  summary: 'Pay into a virtual account',
  params: { accountNumber: 'Number of the virtual account.' },
  body: requestBody('TransferRequest', {
    amount: z.number().positive().optional().describe('Major units; what is due where not given.'),
    senderName: z
      .string()
      .min(1)
      .refine(isPlainText, { error: 'has control characters' })
      .optional()
      .describe('Who pays.'),
  }),
  answer: transactionInFullView,
  refuses: ['not_found'],
  async handle({ key, params: { accountNumber }, body: { amount, senderName }, ...tools }) {
    const holder = tools.store.accountHolder(key, plainNumber(accountNumber))
    if (holder === null) {
      throw refusal({ why: 'not-here', what: 'virtual account', name: accountNumber, key })
    }
    const amountMinor = amount === undefined ? dueMinor(holder) : paymentMinor(holder, amount)
    const sender = senderName ?? (await madeUpName({ seed: tools.about().seed, key, reference: holder.reference }))
    const transaction = await tools.payByHand(key, holder.id, { act: 'transfer', amountMinor, senderName: sender })
    return { body: presentTransactionInFull(transaction ?? holder, key, tools) }
  },
})

function paymentMinor({ currency }: Transaction, amount: number): number {
  const minor = toMinor(amount, currency)
  if (minor === null) throw invalid('amount', `${amount} is not an amount of ${currency} that the minor unit can hold`)
  if (minor <= maxMinor) return minor
  throw invalid('amount', `${amount} is too large; pay at most ${maxAmount(currency)} at once`)
}
