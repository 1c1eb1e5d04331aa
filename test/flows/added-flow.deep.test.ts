import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cardFlow } from '../support/card-flow.ts'
import { copyPackage } from '../support/copied-package.ts'
import { shopOf } from '../support/opened-sandbox.ts'

const copy = copyPackage(cardFlow, afterAll)
const added = (file: string) => import(join(copy, 'src', file))

const { startSandbox } = await added('testing/index.ts')
const sandbox = await startSandbox({ clock: 'frozen' })
afterAll(() => sandbox.stop())

const card = { amount: 12.5, currency: 'GHS', accountName: 'Ama Mensah', card: '5060 6666', reference: 'card-1' }

async function open() {
  const receiver = await sandbox.receiver()
  const { apiKey } = await sandbox.business({ callbackUrl: receiver.url })
  return { receiver, shop: shopOf(sandbox.url, apiKey) }
}

test('a flow that is added answers in its own form, and so does its webhook', async () => {
  const { shop, receiver } = await open()
  const { status, body, headers } = await shop.post('/collections/card', card)
  expect([status, body.status, body.amount, body.checkout_url]).toEqual([
    200,
    'INITIATED',
    12.5,
    `https://pay.example/${body.id}`,
  ])
  expect(headers['x-sandbox-scenario']).toBe('approve; by=file')
  await shop.advance('3s')
  const [webhook] = receiver.webhooks
  expect(webhook.body).toMatchObject({ id: body.id, status: 'COMPLETED', fee: '0.25', checkout_url: body.checkout_url })
  expect((await shop.get(`/payments/${body.id}`)).text).toBe(webhook.raw.toString())
  expect((await shop.get('/collections/card')).body.message).toBe('Cannot GET /collections/card')
})

test('its fields, its business rules and the fit of scenarios judge what is sent', async () => {
  const { shop } = await open()
  expect((await shop.post('/collections/card', { ...card, amount: 1.005, card: ' ' })).body.message).toEqual([
    'amount must have at most 2 decimal places',
    'card cannot be empty',
  ])
  const playing = { 'x-sandbox-scenario': 'wrong-pin' }
  const refused = await shop.call('/collections/card', { body: card, headers: playing })
  expect(refused.body.message).toBe('Scenario wrong-pin cannot happen to a card charge')
  await shop.post('/collections/card', card)
  expect((await shop.post('/collections/card', card)).body.message).toBe('Duplicate reference')
})

test('it is explained without being stored', async () => {
  const { shop } = await open()
  const explain = (body: object) => shop.post('/_sandbox/explain', { path: '/collections/card', body })
  const { scenario, by, steps } = (await explain(card)).body
  expect([scenario, by]).toEqual(['approve', 'file'])
  expect(steps.map(({ text }: { readonly text: string }) => text)).toEqual([
    'created, with the scenario approve',
    'the create call answers INITIATED',
    'COMPLETED',
    expect.stringContaining('webhook attempt 1: sent'),
  ])
  expect((await explain({})).body.error.message).toContain('card is required')
  expect((await shop.get('/_sandbox/transactions')).body.data).toEqual([])
})

test('its create call can be made again: by curl, from the command line, by an agent and from Start', async () => {
  const { shop } = await open()
  const { body } = await shop.post('/collections/card', card)
  const { createCall, flow } = (await shop.get(`/_sandbox/transactions/${body.id}`)).body
  expect([flow, createCall]).toMatchObject(['card', { path: '/collections/card', body: card }])
  const { receivedCurl } = await added('dashboard/transaction/curl.ts')
  const curl = receivedCurl({ ...createCall, method: 'POST', headers: {} }, sandbox.url, 'again')
  expect(curl).toContain('"card":"5060 6666","reference":"card-1-again"')
  const { sampleCall } = await added('cli/act/sample-call.ts')
  const typed = await sampleCall('collect', 'card', {}, async () => 'Ama Mensah')
  const { callOf, sampleOf } = await added('dashboard/start/try.ts')
  const started = callOf(sampleOf('card'), { reference: 'try-1', callbackURL: undefined })
  for (const call of [typed, started]) expect((await shop.post(call.path, call.body)).status).toBe(200)
  const { create } = (await added('cli/mcp/tools.ts')).tools
  expect(create.does(create.input.parse({ kind: 'card' })).words).toEqual(['collect', 'card', '--no-wait'])
})

test('it is in the OpenAPI document with its request and its answer', async () => {
  const { shop } = await open()
  const { paths, components } = (await shop.get('/_sandbox/openapi.json')).body
  const { operationId, tags, requestBody, responses } = paths['/collections/card'].post
  expect([operationId, tags]).toEqual(['chargeCard', ['Collections']])
  expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/CardRequest' })
  expect(responses[200].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/CardCharged' })
  expect(components.schemas.CardRequest.required).toEqual(['amount', 'currency', 'accountName', 'card', 'reference'])
})
