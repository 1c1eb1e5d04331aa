import { z } from 'zod'
import { ControlError, nothingIn } from '../../contract/control-error.ts'
import { isPlainText } from '../../contract/field-rules.ts'
import { requestBody } from '../../contract/named.ts'
import { maxAmount, maxMinor, toMinor } from '../../domain/money.ts'
import { madeUpName } from '../../domain/names.ts'
import type { Transaction } from '../../domain/transaction.ts'
import { dueMinor } from '../../domain/transfer.ts'
import { controlEndpoint } from '../endpoint.ts'
import { presentTransactionInFull } from './present-transaction.ts'
import { transactionInFullView } from './transaction-views.ts'

/** Pays into a virtual account; the amount defaults to what is due. */
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
    const holder = tools.store.accountHolder(key, accountNumber)
    if (holder === null) throw nothingIn(key, `virtual account ${accountNumber}`)
    const amountMinor = amount === undefined ? dueMinor(holder) : paymentMinor(holder, amount)
    const sender = senderName ?? (await madeUpName({ seed: tools.about().seed, key, reference: holder.reference }))
    const transaction = await tools.payByHand(key, holder.id, { act: 'transfer', amountMinor, senderName: sender })
    return { body: presentTransactionInFull(transaction ?? holder, key, tools) }
  },
})

function paymentMinor({ currency }: Transaction, amount: number): number {
  const minor = toMinor(amount, currency)
  if (minor === null)
    throw new ControlError('invalid', `amount: ${amount} is not an amount of ${currency} that the minor unit can hold`)
  if (minor <= maxMinor) return minor
  throw new ControlError('invalid', `amount: ${amount} is too large; pay at most ${maxAmount(currency)} at once`)
}
