import { expect } from 'vitest'
import type { SettingsInput } from '../../src/domain/settings.ts'
import { type Flow, flows } from '../../src/domain/transaction.ts'
import { createFlows } from '../../src/flows/create-flows.ts'
import type { ApiDocument } from '../support/api-document.ts'
import { type Answer, call } from '../support/call.ts'
import type { Shop } from '../support/opened-sandbox.ts'
import { bankPayout, mobileMoneyPayout } from '../support/payout-requests.ts'
import type { Asking, Recorder } from '../support/recorder.ts'
import { type Body, mobileMoney, virtualAccount } from '../support/requests.ts'
import { scenarioRequest } from '../support/scenario-request.ts'
import type { Merchant } from '../support/start-merchant.ts'

export interface Stage {
  readonly url: string
  /** Declares settings of a key, as the config file would. */
  readonly declare: (key: string, settings: Partial<SettingsInput>) => void
  readonly shop: (settings: Partial<SettingsInput>) => Shop | Promise<Shop>
}

/** Who tells a scenario to whom. */
export interface Telling {
  readonly sandbox: Stage
  readonly recorder: Recorder
  readonly merchant: Merchant
}

/** The business that those have who name none: the examples are its answers, so that a reader can repeat them. */
export const key = 'test_sandbox'

export async function makeMerchantCalls(telling: Telling & { readonly document: ApiDocument }): Promise<void> {
  const { sandbox, recorder, merchant } = telling
  const { ask } = recorder
  sandbox.declare(key, { callbackUrl: merchant.url, currencies: ['GHS', 'NGN'] })
  const { id } = (await create(recorder)).body
  await collectWithOtp(telling)
  await call(sandbox.url, '/_sandbox/clock/advance', { key, body: { by: '10s' } })
  await ask('findPayment', { key, params: { id }, example: true })
  await ask('findPayment', { key, params: { id: 'tx-unknown' }, example: 'an id that names nothing' })
  await ask('showBalance', { key, example: true })
  await ask('quoteRate', { key, query: { source: 'GHS', destination: 'NGN', amount: '100' }, example: true })
  const account = { currency: 'GHS', accountCode: 'GCB', accountNumber: '1234567890123' }
  await ask('queryAccount', { key, query: account, example: true })
  await beRefused(telling)
  await failEveryFlow(telling)
  checkWebhooks(telling)
  await missThePath(telling)
}

/** The call that is the example of a flow, and one that fails; a flow that is not here has those of its sample. */
const requests: Readonly<Partial<Record<Flow, readonly [shown: Body, failing: Body]>>> = {
  'mobile-money': [mobileMoney({ metadata: { cart: 'c-17' } }), mobileMoney({ reference: 'order-2' })],
  'virtual-account': [virtualAccount(), virtualAccount({ reference: 'invoice-2' })],
  'bank-payout': [bankPayout(), bankPayout({}, { reference: 'payout-4' })],
  'mobile-money-payout': [
    mobileMoneyPayout({}, { reference: 'payout-2' }),
    mobileMoneyPayout({}, { reference: 'payout-5', reason: null }),
  ],
}

function requestsOf(flow: Flow): readonly [shown: Body, failing: Body] {
  const sample = (name: string) => scenarioRequest(flow, `${flow}-${name}`).body()
  return requests[flow] ?? [sample('1'), sample('2')]
}

async function create({ ask }: Recorder): Promise<Answer> {
  const answers = []
  for (const flow of flows) {
    const [body] = requestsOf(flow)
    answers.push(await ask(createFlows[flow].name, { key, body, example: true }))
  }
  const [collection] = answers
  await ask('payBank', { key, body: bankPayout({ destination: 'NGN' }, { reference: 'payout-3' }) })
  if (collection === undefined) throw new Error('There is no flow')
  return collection
}

async function collectWithOtp({ sandbox, recorder: { ask } }: Telling): Promise<void> {
  const headers = { 'x-sandbox-scenario': 'otp' }
  const body = mobileMoney({ reference: 'order-otp', accountNumber: '0247654321' })
  const { id } = (await ask('collectMobileMoney', { key, headers, body })).body
  const { otp } = (await call(sandbox.url, '/_sandbox/phones/0247654321/otp', { key })).body
  await ask('submitOtp', { key, body: { id: 'tx-unknown', otp }, example: 'an OTP for an id that names nothing' })
  await ask('submitOtp', { key, body: { id, otp: '000000' }, example: 'a wrong OTP' })
  await ask('submitOtp', { key, body: { id, otp }, example: true })
  await ask('submitOtp', { key, body: { id, otp } })
}

async function beRefused({ sandbox, recorder: { ask } }: Telling): Promise<void> {
  sandbox.declare('test_lists', { validationShape: 'list' })
  const broken = { ...mobileMoney(), amount: -1, network: undefined }
  await ask('collectMobileMoney', { key, body: broken, example: 'fields that broke rules' })
  await ask('collectMobileMoney', { key: 'test_lists', body: broken, example: 'the same as a list' })
  await ask('collectMobileMoney', { key, body: mobileMoney(), example: 'a reference that is taken' })
  await ask('collectMobileMoney', { key, body: '[]', example: 'a body that is not an object' })
  const downtime = { 'x-sandbox-scenario': 'provider-downtime' }
  const body = virtualAccount({ reference: 'invoice-8' })
  const down = await ask('generateVirtualAccount', { key, headers: downtime, body, example: 'the provider is down' })
  expect(down.body).toHaveProperty('provider_hook_response')
}

async function failEveryFlow({ sandbox, recorder: { ask } }: Telling): Promise<void> {
  const failed = []
  for (const flow of flows) {
    const [, body] = requestsOf(flow)
    failed.push(await ask(createFlows[flow].name, { key, headers: { 'x-sandbox-scenario': 'switch-error' }, body }))
  }
  await call(sandbox.url, '/_sandbox/clock/advance', { key, body: { by: '10s' } })
  for (const { body } of failed) await ask('findPayment', { key, params: { id: [body].flat()[0].id } })
}

/** The document allows every form that a record has under the setting `variance`. */
export async function varyEverything({ sandbox, recorder: { ask } }: Omit<Telling, 'merchant'>): Promise<void> {
  for (let variance = 1; variance <= 12; variance++) {
    const { key: varied, advance } = await sandbox.shop({ variance })
    const asked = (name: string, asking: Asking) => ask(name, { key: varied, ...asking }, sandbox.url)
    const answers = await Promise.all(
      flows.flatMap((flow) => requestsOf(flow).map((body) => asked(createFlows[flow].name, { body }))),
    )
    const ids: readonly string[] = answers.flatMap(({ body }) => body).map(({ id }) => id)
    const find = () => Promise.all(ids.map((id) => asked('findPayment', { params: { id } })))
    await find()
    await advance('10s')
    await find()
  }
}

/** Every webhook must be as the document says, with its headers, and both ends of every flow must be among them. */
function checkWebhooks({ recorder, merchant, document }: Telling & { readonly document: ApiDocument }): void {
  const at = '/webhooks/transactionFinal/post/requestBody/content/application~1json/schema'
  const shown: Readonly<Record<string, string>> = {
    'order-1': 'mobile money collected',
    'order-2': 'a collection that failed',
    'invoice-7': 'a transfer into a virtual account',
    'payout-1': 'a bank payout',
    'payout-4': 'a payout that failed',
  }
  for (const { body, headers } of merchant.webhooks) {
    expect(document.faultsAt(at, body), body.reference_business).toEqual([])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-signature': expect.stringMatching(/^[0-9a-f]{128}$/),
      'x-sandbox-delivery': expect.any(String),
      'x-sandbox-attempt': '1',
    })
    const title = shown[body.reference_business]
    if (title !== undefined) recorder.webhook(title, body)
  }
  // Both ends of every flow, the OTP's collection, and the payout in another currency.
  expect(merchant.webhooks).toHaveLength(2 * flows.length + 2)
  expect(document.faultsAt(at, { ...merchant.webhooks[0]?.body, status: 'INITIATED' })).not.toEqual([])
}

async function missThePath({ sandbox, recorder, document }: Telling & { readonly document: ApiDocument }) {
  for (const [component, path] of [
    ['NotFound', '/collections/mobilemoney'],
    ['SandboxNotFound', '/_sandbox/reset'],
  ] as const) {
    const { status, body } = await call(sandbox.url, path)
    expect(status).toBe(404)
    expect(document.faultsAt(`/components/responses/${component}/content/application~1json/schema`, body)).toEqual([])
    recorder.refusal(component, 'a method that the path does not take', body)
  }
}
