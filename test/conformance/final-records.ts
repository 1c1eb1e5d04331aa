import type { Flow } from '../../src/domain/transaction.ts'
import { type FinalRow, recordLike } from './record-row.ts'

/** The webhook and query columns of D38: the fields of every flow's final record in their order. */
const mobilePayer = '{accountName: "Ama Mensah", accountNumber: "0241234567"}'
const bankPayer = '{accountName: "Ngozi Okafor", accountNumber: "+234 803 123 4567"}'
const bankPayee = '{accountName: "Ama Mensah", accountNumber: "1234567890123"}'
const mobilePayee = '{accountName: "Ama Mensah", accountNumber: "0241234567"}'
const account = '{bank_name: string, account_name: string, account_number: string}'
const message = "the result's message"
const telco = "the result's telco_response"
const provider = "the result's provider_message"
const instructions = 'advice after a missed prompt, else null'

const orderMetadata = { full: '{order: number, smsFee: number}', bare: '{smsFee: number}' }
const invoiceMetadata = { full: '{invoice: number}', bare: '{}' }
const bankMetadata = {
  full: '{smsFee: number, transactionAmount: number, sender_name: string, currency_source: string, currency_destination: string, rate: number, rate_amount: number}',
  bare: '{smsFee: number, transactionAmount: number, sender_name: string, currency_source: string, currency_destination: null, rate: number, rate_amount: number}',
}
const mobileMetadata = {
  full: '{smsFee: number, transactionAmount: number, currency_source: string, currency_destination: string, rate: number, rate_amount: number}',
  bare: '{smsFee: number, transactionAmount: number, currency_source: string, currency_destination: null, rate: number, rate_amount: number}',
}

const mobileMoney: readonly FinalRow[] = [
  ['id', 'UUID', 'UUID', 'spec 6.2; D18'],
  ['amount', 'numeric string', 'numeric string', 'spec 2.1, 6.2; D15'],
  ['fee', 'numeric string', '"0"', 'spec 2.1, 3; D15, D21'],
  ['currency', 'string', 'string', 'spec 6.2'],
  ['status', '"COMPLETED"', '"FAILED"', 'spec 3, 6'],
  ['channel', { full: '"BANK"', bare: '"MOMO"' }, { full: '"BANK"', bare: '"MOMO"' }, 'spec 6.2; D40'],
  ['type', '"DEBIT"', '"DEBIT"', 'spec 2.1, 6.2'],
  ['reason', 'string', 'string', 'spec 6.2'],
  ['network', 'string', 'string', 'spec 6.2'],
  ['customer', mobilePayer, mobilePayer, 'spec 2.2, 6.2; D16'],
  ['metadata', orderMetadata, orderMetadata, 'spec 2.3, 6.2; D23, D38'],
  ['created_at', 'timestamp', 'timestamp', 'spec 2.1, 6.2; D19'],
  ['updated_at', 'timestamp', 'timestamp', 'spec 2.1, 6.2; D19'],
  ['checkout_url', 'null', 'null', 'spec 2.1, 6.2'],
  ['message', message, message, 'spec 6.2, 6.3'],
  ['telco_response', telco, telco, 'spec 2.1, 6.2; D38'],
  ['virtual_account', 'null', 'null', 'spec 2.1, 6.2'],
  ['provider_message', provider, provider, 'spec 2.1, 6.2; D38'],
  ['reference_business', 'string', 'string', 'spec 6.2'],
  ['bear_fee', '"customer"', '"customer"', 'spec 2.1, 6.2'],
  ['instructions', 'absent', instructions, 'spec 6.2, 6.4; D24, D38'],
  ['reference', 'absent', 'absent', 'spec 2.1; D38'],
  ['callback_url', 'absent', 'absent', 'spec 2.1; D38'],
  ['api_key', 'absent', 'absent', 'spec 2.1; D38'],
  ['opening_balance', 'absent', 'absent', 'spec 2.1; D38'],
  ['closing_balance', 'absent', 'absent', 'spec 2.1; D38'],
]

const virtualAccount = recordLike(mobileMoney, [
  ['channel', '"BANK"', '"BANK"', 'spec 2.1, 6.2'],
  ['customer', bankPayer, bankPayer, 'spec 2.2, 6.2; D16'],
  ['metadata', invoiceMetadata, invoiceMetadata, 'spec 2.3, 6.2; D23, D38'],
  ['virtual_account', account, account, 'spec 2.5, 6.2; D38'],
  ['instructions', 'absent', 'null', 'spec 6.2, 6.4; D24, D38'],
])

const bankPayout = recordLike(mobileMoney, [
  ['id', '20 characters', '20 characters', 'spec 2.1, 6.2; D18'],
  ['channel', { full: '"MOMO"', bare: '"BANK"' }, { full: '"MOMO"', bare: '"BANK"' }, 'spec 4.4, 6.2; D40'],
  ['type', '"CREDIT"', '"CREDIT"', 'spec 2.1, 6.2'],
  ['reason', { full: 'string', bare: '""' }, { full: 'string', bare: '""' }, 'spec 2.1, 6.2; D38'],
  ['customer', bankPayee, bankPayee, 'spec 2.2, 6.2; D38'],
  ['metadata', bankMetadata, 'null', 'spec 2.1, 2.3; D23, D38'],
  ['virtual_account', 'null', 'null', 'spec 2.1, 6.2; D38'],
  ['instructions', 'null', 'null', 'spec 2.1, 6.2; D24, D38'],
  ['reference', 'absent', 'absent', 'D38'],
  ['callback_url', 'absent', 'absent', 'D38'],
  ['api_key', 'absent', 'absent', 'D38'],
  ['opening_balance', 'absent', 'absent', 'D38'],
  ['closing_balance', 'absent', 'absent', 'D38'],
  ['bear_fee', 'absent', 'absent', 'spec 6.2; D38'],
])

const mobileMoneyPayout = recordLike(
  bankPayout,
  [
    ['channel', { full: '"BANK"', bare: '"MOMO"' }, { full: '"BANK"', bare: '"MOMO"' }, 'D28, D40'],
    ['customer', mobilePayee, mobilePayee, 'D16, D28, D38'],
    ['metadata', mobileMetadata, 'null', 'D23, D28, D38'],
  ],
  'D28',
)

export const finalRecords: Readonly<Partial<Record<Flow, readonly FinalRow[]>>> = {
  'mobile-money': mobileMoney,
  'virtual-account': virtualAccount,
  'bank-payout': bankPayout,
  'mobile-money-payout': mobileMoneyPayout,
}
