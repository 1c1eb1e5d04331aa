import { z } from 'zod'
import { keptJson, namedAnswer } from '../../contract/named.ts'
import { toMajor } from '../../domain/money.ts'
import { keyOrder } from '../key-order.ts'
import {
  account,
  debit,
  initiated,
  nullableField,
  recordField,
  recordFields,
  recordForm,
  textField,
} from '../record.ts'

/** The wallet is not touched before the account is paid, so both balances are the same (D38). */
const balance = recordField(z.number().describe("The wallet's balance at creation."), ({ transaction }) => {
  return toMajor(transaction.openingBalanceMinor, transaction.currency)
})

const fields = {
  ...recordFields,
  type: debit,
  metadata: recordField(
    namedAnswer('Metadata', keptJson(z.looseObject({}).describe("The merchant's object; empty when none."))),
    ({ transaction }) => transaction.metadata,
  ),
  virtual_account: recordField(account, ({ transaction: { id, virtualAccount } }) => {
    if (virtualAccount === null) throw new Error(`Cannot show where to pay for ${id}: it has no virtual account`)
    const { bankName, accountName, accountNumber } = virtualAccount
    return { bank_name: bankName, account_name: accountName, account_number: accountNumber }
  }),
}

export const virtualAccountCreated = recordForm(
  'VirtualAccountCreated',
  'The account to show to the customer; the webhook says when it was paid.',
  keyOrder.virtualAccountCreated,
  {
    ...fields,
    status: initiated,
    callback_url: textField(
      'Where the webhook will go; empty when nowhere.',
      ({ transaction, settings }) => transaction.callbackUrl ?? settings.callbackUrl ?? '',
    ),
    reference: recordFields.reference_business,
    api_key: recordField(z.enum(['test', 'live']).describe("The key's mode."), () => 'test' as const), // D25
    opening_balance: balance,
    closing_balance: balance,
  },
)

export const virtualAccountCollection = recordForm(
  'VirtualAccountCollection',
  'A virtual account collection as it is now.',
  keyOrder.collection,
  {
    ...fields,
    instructions: nullableField('Null, and only when FAILED.', ({ status }) =>
      status === 'FAILED' ? null : undefined,
    ),
  },
)
