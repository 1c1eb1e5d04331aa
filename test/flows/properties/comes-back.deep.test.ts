import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paidRecord } from '../../support/account-records.ts'
import { approvedRecord } from '../../support/mobile-money-records.ts'
import { bankRecord, mobileMoneyRecord } from '../../support/payout-records.ts'
import { expectRecord, openShop, type Shop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'
import {
  type ArbitraryRequest,
  bankPayoutRequests,
  mobileMoneyPayoutRequests,
  mobileMoneyRequests,
  virtualAccountRequests,
} from './arbitrary-requests.ts'
import { decimal, feeOf, places } from './exact-money.ts'

const sandbox = await startedForFile()
const receiver = await sandbox.receiver()

/** Addresses of the receiver, each written in another way. */
const callbackURL = fc.webQueryParameters().map((query) => `${receiver.url.replace('http', 'HTTP')}?${query}`)
const approvedMs = 3000

function everyOne(requests: fc.Arbitrary<ArbitraryRequest>, holds: (request: ArbitraryRequest) => Promise<void>) {
  return fc.assert(fc.asyncProperty(requests, holds), { numRuns: 60 })
}

/** What came of a request: the parts of it that its record must show, and the record itself. */
interface Outcome {
  readonly shop: Shop
  // biome-ignore lint/suspicious/noExplicitAny: the body as JSON carries it, and the create call's record
  readonly sent: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly created: any
  readonly record: string
}

/** The merchant's metadata; the service's own key goes before one of its name (D38). */
function withoutSmsFee(metadata: Readonly<Record<string, unknown>> | null | undefined) {
  const { smsFee, ...rest } = metadata ?? {}
  return rest
}

/** Sends a body, lets its scenario end, and gives the status query's text, which the only webhook must have carried. */
async function accepted(path: string, { body }: ArbitraryRequest): Promise<Outcome> {
  // Numbers and networks are drawn apart from each other, so that most do not match (D32).
  const shop = await openShop(sandbox, { callbackUrl: receiver.url, networkMismatch: 'ignore', rates: 'per-source' })
  const before = receiver.webhooks.length
  const text = JSON.stringify(body)
  const answer = await shop.post(path, text)
  expect(answer.status, answer.text).toBe(200)
  const created = [answer.body].flat()[0]
  await shop.runUntilIdle()
  const { text: record } = await shop.find(created.id)
  expect(receiver.webhooks.slice(before).map(({ raw }) => raw.toString())).toEqual([record])
  return { shop, sent: JSON.parse(text), created, record }
}

function sumsOf({ minor, currency }: ArbitraryRequest, thousandths: bigint) {
  const text = (sum: bigint) => decimal(sum, places[currency])
  return { amount: text(minor), fee: text(feeOf(minor, thousandths)), currency }
}

/** The fields that the control API alone shows (D40): what was given of them. */
async function expectExtras({ shop, sent, created }: Outcome): Promise<void> {
  const { paylinkId, merchantName, email, failureCallbackURL } = sent
  const given = Object.entries({ paylinkId, merchantName, email, failureCallbackURL }).filter(([, v]) => v != null)
  const { request, callbackUrl } = (await shop.get(`/_sandbox/transactions/${created.id}`)).body
  expect(request).toEqual(Object.fromEntries(given))
  expect(callbackUrl).toBe(sent.callbackURL ?? receiver.url)
}

test('every field of a mobile money collection comes back from the status query and the webhook', () =>
  everyOne(mobileMoneyRequests(callbackURL), async (request) => {
    const outcome = await accepted('/collections/mobilemoney', request)
    const { sent, created, record } = outcome
    expectRecord(record, {
      ...approvedRecord({ id: created.id, reference_business: sent.reference }, approvedMs),
      ...sumsOf(request, 15n),
      channel: sent.channel ?? 'MOMO',
      customer: { accountName: sent.accountName, accountNumber: request.shownNumber },
      metadata: { ...withoutSmsFee(sent.metadata), smsFee: 0 },
      reason: sent.reason,
      network: sent.network,
    })
    await expectExtras(outcome)
  }))

test('every field of a virtual account comes back from the status query and the webhook', () =>
  everyOne(virtualAccountRequests(callbackURL), async (request) => {
    const outcome = await accepted('/collections/virtual-account', request)
    const { sent, created, record } = outcome
    const { reference, accountName, metadata, reason, network } = sent
    expect(created).toMatchObject({ reference, callback_url: sent.callbackURL ?? receiver.url })
    const customer = { accountName, accountNumber: request.shownNumber }
    const virtual_account = { ...created.virtual_account, account_name: accountName }
    const { id } = created
    const paid = paidRecord({ id, reference, customer, virtual_account }, approvedMs, sumsOf(request, 10n))
    expectRecord(record, { ...paid, metadata: { ...metadata }, reason, network })
    await expectExtras(outcome)
  }))

/** What a completed payout's metadata says of its currencies: the rate is the one that GET /rates quotes per source (D23). */
async function ratesOf({ shop, sent }: Outcome) {
  const [{ amount, currency, destination }] = sent.recipients
  const other = destination == null || destination === currency ? null : destination
  const query = `source=${currency}&destination=${other ?? currency}&amount=${amount}`
  const { rate, destinationAmount } = (await shop.get(`/rates?${query}`)).body
  const currencies = { currency_source: currency, currency_destination: destination ?? null }
  return { currencies: { ...currencies, rate, rate_amount: destinationAmount }, transactionAmount: amount }
}

test.each([
  ['bank', 'BANK', bankPayoutRequests, bankRecord],
  ['mobilemoney', 'MOMO', mobileMoneyPayoutRequests, mobileMoneyRecord],
] as const)(
  'every field of a payout to %s comes back from the status query and the webhook',
  (name, usual, requests, shown) =>
    everyOne(requests(callbackURL), async (request) => {
      const outcome = await accepted(`/disbursements/${name}`, request)
      const { sent, created, record } = outcome
      const [{ accountName, channel, bank, network }] = sent.recipients
      const sender = name === 'bank' ? { sender_name: sent.senderName } : {}
      const { transactionAmount, currencies } = await ratesOf(outcome)
      expectRecord(record, {
        ...shown.approved({ id: created.id, reference_business: sent.reference }, approvedMs),
        ...sumsOf(request, 10n),
        channel: channel ?? usual,
        customer: { accountName, accountNumber: request.shownNumber },
        metadata: { smsFee: 0, transactionAmount, ...sender, ...currencies },
        reason: sent.reason ?? '',
        network: bank ?? network,
      })
    }),
)
