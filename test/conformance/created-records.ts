import type { Flow } from '../../src/domain/transaction.ts'
import { type CreatedRow, recordLike } from './record-row.ts'

/** The create columns of D38: the fields of every flow's response in their order. `type` and `channel`: spec 2.1. */
const mobilePayer = '{accountName: "Ama Mensah", accountNumber: "233241234567"}'
const bankPayer = '{accountName: "Ngozi Okafor", accountNumber: "+234 803 123 4567"}'
const bankPayee = '{accountName: "Ama Mensah", accountNumber: "1234567890123", email: ""}'
const mobilePayee = '{accountName: "Ama Mensah", accountNumber: "233241234567"}'

const bankPayout: readonly CreatedRow[] = [
  ['id', '20 characters', 'spec 2.1; D18'],
  ['amount', 'number', 'spec 2.1; D15'],
  ['currency', 'string', 'spec 2.1'],
  ['status', '"INITIATED"', 'spec 3'],
  ['channel', { full: '"MOMO"', bare: '"BANK"' }, 'spec 4.4; D40'],
  ['type', '"CREDIT"', 'spec 4.4'],
  ['customer', bankPayee, 'spec 2.2, 4.4; D38'],
  [
    'metadata',
    {
      full: '{smsFee: number, sender_name: string, currency_source: string, currency_destination: string}',
      bare: '{smsFee: number, sender_name: string, currency_source: string, currency_destination: null}',
    },
    'spec 2.3, 4.4; D23, D38',
  ],
  ['reason', { full: 'string', bare: '""' }, 'spec 2.1, 4.4; D38'],
  ['network', 'string', 'spec 4.4'],
  ['checkout_url', 'null', 'spec 2.1; D20'],
  ['reference_business', 'string', 'spec 4.4'],
  ['provider_message', '""', 'spec 2.1; D20'],
  ['virtual_account', 'null', 'spec 4.4'],
  ['fee', 'number', 'spec 4.4; D15, D21'],
  ['created_at', 'timestamp', 'spec 2.1; D19, D38'],
  ['updated_at', 'timestamp', 'spec 2.1; D19, D38'],
  ['message', 'absent', 'spec 4.4; D38'],
  ['telco_response', 'absent', 'spec 4.4; D38'],
  ['reference', 'absent', 'spec 2.1; D38'],
  ['callback_url', 'absent', 'spec 2.1; D38'],
  ['api_key', 'absent', 'spec 2.1; D38'],
  ['opening_balance', 'absent', 'spec 2.1; D38'],
  ['closing_balance', 'absent', 'spec 2.1; D38'],
  ['bear_fee', 'absent', 'spec 2.1; D38'],
  ['instructions', 'absent', 'spec 4.4; D38'],
]

const mobileMoneyPayout = recordLike(
  bankPayout,
  [
    ['channel', { full: '"BANK"', bare: '"MOMO"' }, 'D28, D40'],
    ['customer', mobilePayee, 'D16, D38'],
    [
      'metadata',
      {
        full: '{smsFee: number, currency_source: string, currency_destination: string}',
        bare: '{smsFee: number, currency_source: string, currency_destination: null}',
      },
      'D23, D38',
    ],
  ],
  'D28',
)

export const createdRecords: Readonly<Partial<Record<Flow, readonly CreatedRow[]>>> = {
  'mobile-money': [
    ['id', 'UUID', 'spec 2.1; D18'],
    ['amount', 'number', 'spec 2.1; D15'],
    ['fee', 'number', 'spec 2.1; D15, D21'],
    ['currency', 'string', 'spec 2.1'],
    ['status', '"INITIATED"', 'spec 3'],
    ['channel', { full: '"BANK"', bare: '"MOMO"' }, 'spec 4.1; D40'],
    ['type', '"DEBIT"', 'spec 4.1'],
    ['customer', mobilePayer, 'spec 2.2; D16'],
    ['metadata', { full: '{order: number, smsFee: number}', bare: '{smsFee: number}' }, 'spec 2.3; D23'],
    ['reason', 'string', 'spec 4.1'],
    ['network', 'string', 'spec 4.1'],
    ['checkout_url', 'null', 'spec 2.1; D20'],
    ['provider_message', '"Pending"', 'spec 2.1; D20'],
    ['reference_business', 'string', 'spec 2.1'],
    ['created_at', 'timestamp', 'spec 2.1; D19'],
    ['updated_at', 'timestamp', 'spec 2.1; D19'],
    ['virtual_account', 'null', 'spec 2.1'],
    ['message', 'null', 'spec 2.1; D20'],
    ['telco_response', 'null', 'spec 2.1; D20'],
    ['bear_fee', '"customer"', 'spec 2.1; D20'],
    ['reference', 'absent', 'spec 2.1; D38'],
    ['callback_url', 'absent', 'spec 2.1; D38'],
    ['api_key', 'absent', 'spec 2.1; D38'],
    ['opening_balance', 'absent', 'spec 2.1; D38'],
    ['closing_balance', 'absent', 'spec 2.1; D38'],
    ['instructions', 'absent', 'spec 4.1; D38'],
  ],
  'virtual-account': [
    ['id', 'UUID', 'spec 2.1; D18'],
    ['amount', 'number', 'spec 2.1; D15'],
    ['currency', '"NGN"', 'spec 4.3'],
    ['status', '"INITIATED"', 'spec 3'],
    ['channel', '"BANK"', 'spec 4.3'],
    ['type', '"DEBIT"', 'spec 4.3'],
    ['fee', 'number', 'spec 4.3; D15, D21'],
    ['callback_url', { full: 'address', bare: '""' }, 'spec 2.1, 4.3; D38'],
    ['reference', 'string', 'spec 2.1, 4.3'],
    ['network', 'string', 'spec 4.3'],
    ['api_key', '"test"', 'spec 2.1; D25'],
    ['opening_balance', 'number', 'spec 2.1, 4.3; D38'],
    ['closing_balance', 'number', 'spec 2.1, 4.3; D38'],
    ['virtual_account', '{bank_name: string, account_name: string, account_number: string}', 'spec 2.5, 4.3; D30'],
    ['customer', bankPayer, 'spec 2.2; D16'],
    ['metadata', { full: '{invoice: number}', bare: '{}' }, 'spec 2.3; D23'],
    ['reason', 'string', 'spec 2.1; D38'],
    ['checkout_url', 'null', 'spec 2.1; D20'],
    ['provider_message', '"Pending"', 'D20'],
    ['message', 'null', 'D20'],
    ['telco_response', 'null', 'D20'],
    ['reference_business', 'string', 'spec 2.1; D38'],
    ['bear_fee', '"customer"', 'spec 2.1; D20'],
    ['created_at', 'timestamp', 'spec 2.1; D19, D38'],
    ['updated_at', 'timestamp', 'spec 2.1; D19, D38'],
    ['instructions', 'absent', 'spec 4.3; D38'],
  ],
  'bank-payout': bankPayout,
  'mobile-money-payout': mobileMoneyPayout,
}
