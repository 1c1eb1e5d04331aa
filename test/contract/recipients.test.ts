import { expect, test } from 'vitest'
import type { z } from 'zod'
import { readRequest } from '../../src/contract/read-request.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { payBank, payMobileMoney } from '../../src/flows/payout/pay.ts'
import { brokenRules } from '../support/broken-rules.ts'
import { type Body, without } from '../support/requests.ts'

const bankRequest = payBank.body
const mobileRequest = payMobileMoney.body
const strict = settingsSchema.parse({ strictTestAccounts: true })

const bankRecipient = {
  amount: 100.5,
  currency: 'GHS',
  bank: 'GCB',
  accountName: 'Ama Mensah',
  accountNumber: '1234567890123',
}
const mobileRecipient = { ...without(bankRecipient, 'bank'), network: 'MTN', accountNumber: '024 123 4567' }
const toMobile = { recipients: [mobileRecipient], reference: 'payout-1' }
const toBank = { senderName: 'Kofi Ltd', recipients: [bankRecipient], reference: 'payout-1' }

const paying = (recipients: unknown): Body => ({ ...toBank, recipients })

const messagesOf = (request: z.ZodType, body: Body, settings = settingsSchema.parse({})) =>
  brokenRules(request, body, settings)

const oneOf = 'currency must be one of: GHS, NGN, UGX, XOF, XAF, KES, TZS, ZMW, GBP, EUR, USD, USDC, USDT'
const noObject = 'each recipient must be a valid recipient object'

const everyBankMessage = [
  'amount is required',
  'amount must be a valid number',
  'amount must be greater than 0',
  'currency is required',
  'currency must be a valid string',
  'currency must be one of: GHS, NGN, UGX, XOF, XAF, KES, TZS, ZMW, GBP, EUR, USD, USDC, USDT',
  'bank is required',
  'bank must be a valid string',
  'bank must be at least 1 character long',
  'accountName is required',
  'accountName must be a valid string',
  'accountName cannot be empty',
  'accountNumber is required',
  'accountNumber must be a valid string',
  'accountNumber cannot be empty',
]

test('what is not an object is reported once, before the fields of the objects', () => {
  expect(messagesOf(bankRequest, paying([7, {}, [], {}]))).toEqual([noObject, ...everyBankMessage])
})

test('each message stands once and in the order of the fields, whichever recipient broke it', () => {
  const first = { ...bankRecipient, bank: '', accountName: ' ', channel: 'CASH' }
  const second = { ...bankRecipient, amount: -1, accountName: '', accountNumber: 7 }
  const third = { ...bankRecipient, amount: '1', destination: 'cedi', bank: null }
  expect(messagesOf(bankRequest, paying([bankRecipient, first, second, third]))).toEqual([
    'amount must be a valid number',
    'amount must be greater than 0',
    'bank is required',
    'bank must be a valid string',
    'bank must be at least 1 character long',
    'accountName cannot be empty',
    'accountNumber must be a valid string',
    'destination must be a valid currency code',
    'channel must be a valid transaction channel',
  ])
})

test('an amount is judged by the currency of its own recipient', () => {
  const amounts = [
    { ...bankRecipient, amount: 1.5, currency: 'UGX' },
    { ...bankRecipient, amount: 1.005, currency: 'GHS' },
    { ...bankRecipient, amount: 2.5, currency: 'XOF' },
    { ...bankRecipient, amount: 2e15, currency: 'UGX' },
    { ...bankRecipient, amount: 1.5, currency: 'GHS' },
  ]
  expect(messagesOf(bankRequest, paying(amounts))).toEqual([
    'amount must have at most 0 decimal places',
    'amount must have at most 2 decimal places',
    'amount must be less than or equal to 1000000000000000',
  ])
})

test('a number is judged by the currency of its own recipient', () => {
  const other = { ...mobileRecipient, currency: 'XYZ', accountNumber: 'none' }
  const dollars = { ...mobileRecipient, currency: 'USD' }
  const judge = (...recipients: unknown[]) => messagesOf(mobileRequest, { ...toMobile, recipients })
  expect(judge(mobileRecipient, other)).toEqual([oneOf])
  expect(judge(mobileRecipient, dollars)).toEqual(['accountNumber must be a valid phone number'])
  expect(judge(mobileRecipient, { ...dollars, accountNumber: '+233 24 123 4567' })).toEqual([])
})

test('recipients that passed have their own fields only, and no optional one that was null', () => {
  const sent = { ...bankRecipient, destination: null, channel: 'MOMO', note: 'unknown', ['__proto__']: { bank: 'X' } }
  const body = { ...paying([sent, { ...bankRecipient, destination: 'NGN' }]), reason: null, other: 1 }
  const read = readRequest(bankRequest, body)
  const { recipients, ...rest } = 'fields' in read ? read.fields : expect.fail(read.messages.join())
  const typed: readonly { readonly amount: number; readonly accountNumber?: string | undefined }[] = recipients
  const recipient = { ...bankRecipient, amount: 10_050 }
  expect(typed).toStrictEqual([
    { ...recipient, channel: 'MOMO' },
    { ...recipient, destination: 'NGN' },
  ])
  expect(rest).toStrictEqual({ senderName: 'Kofi Ltd', reference: 'payout-1' })
})

// D10, strictTestAccounts.
test('a strict recipient may come without its number, and one that is given is judged', () => {
  const judge = (accountNumber: unknown) => [
    messagesOf(bankRequest, paying([{ ...bankRecipient, accountNumber }]), strict),
    messagesOf(mobileRequest, { ...toMobile, recipients: [{ ...mobileRecipient, accountNumber }] }, strict),
  ]
  const phone = 'accountNumber must be a valid phone number'
  expect([undefined, null, '0241234567'].map(judge)).toEqual([1, 2, 3].map(() => [[], []]))
  expect(judge('')).toEqual([['accountNumber cannot be empty'], ['accountNumber cannot be empty', phone]])
  expect(judge(7)).toEqual([['accountNumber must be a valid string'], ['accountNumber must be a valid string', phone]])
})
