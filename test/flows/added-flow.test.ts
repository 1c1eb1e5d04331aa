import { expect, test } from 'vitest'
import { z } from 'zod'
import { bodyOf } from '../../src/contract/body.ts'
import { amount, currency, label, reference } from '../../src/contract/common-fields.ts'
import { namedAnswer, namedRequest } from '../../src/contract/named.ts'
import { toMajor } from '../../src/domain/money.ts'
import { admitCollection } from '../../src/flows/admission.ts'
import { createFlows } from '../../src/flows/create-flows.ts'
import { defineCreate } from '../../src/flows/define-create.ts'
import { call } from '../support/call.ts'
import { openParts } from '../support/opened-parts.ts'

/** A flow that no specification has: a definition, and (below) its line in the list. It is stored as mobile money is. */
const chargeCard = defineCreate({
  flow: 'mobile-money',
  tag: 'Collections',
  path: '/collections/card',
  name: 'chargeCard',
  summary: 'Charge a card',
  body: namedRequest(
    'CardRequest',
    bodyOf({
      amount: amount(),
      currency: currency(),
      card: label('card', 'Number of the card.'),
      reference: reference(),
    }),
  ),
  created: {
    schema: namedAnswer('CardCharged', z.looseObject({ id: z.string(), status: z.string(), charged: z.number() })),
    present: ({ transaction: { id, askedMinor, currency }, status }) => {
      return { id, status, charged: toMajor(askedMinor, currency) }
    },
  },
  final: {
    schema: namedAnswer('CardCharge', z.looseObject({ id: z.string(), status: z.string() })),
    present: ({ transaction: { id }, status }) => ({ id, status }),
  },
  toRequest: ({ amount: askedMinor, currency, card, reference }) => ({
    intent: {
      flow: 'mobile-money',
      reference,
      currency,
      askedMinor,
      channel: 'BANK',
      network: 'CARDS',
      reason: '',
      customer: { accountName: '', accountNumber: card },
      metadata: {},
      callbackUrl: null,
      extras: {},
      conversion: null,
    },
    admit: admitCollection,
  }),
  toBody: ({ askedMinor, currency, customer, reference }) => {
    return { amount: toMajor(askedMinor, currency), currency, card: customer.accountNumber, reference }
  },
})

const key = 'test_cards'
const body = { amount: 12.5, currency: 'GHS', card: '5060 6666', reference: 'card-1' }
const open = async () => {
  const { url } = await openParts([...createFlows, chargeCard])
  return (path: string, sent?: object) => call(url, path, sent ? { key, method: 'POST', body: sent } : { key })
}

test('a flow that is added is a route of its method, which stores and answers in its own form', async () => {
  const ask = await open()
  const answer = await ask('/collections/card', body)
  expect([answer.status, answer.body]).toEqual([200, { id: expect.any(String), status: 'INITIATED', charged: 12.5 }])
  expect(answer.headers['x-sandbox-scenario']).toBe('approve; by=file')
  expect((await ask('/collections/card')).body.message).toBe('Cannot GET /collections/card')
})

test('its fields and its business rules judge what is sent', async () => {
  const ask = await open()
  expect((await ask('/collections/card', { ...body, amount: 1.005, card: ' ' })).body.message).toEqual([
    'amount must have at most 2 decimal places',
    'card cannot be empty',
  ])
  await ask('/collections/card', body)
  expect((await ask('/collections/card', body)).body.message).toBe('Duplicate reference')
})

test('it is explained without being stored', async () => {
  const ask = await open()
  const explain = (sent: object) => ask('/_sandbox/explain', { path: '/collections/card', body: sent })
  expect((await explain(body)).body).toMatchObject({ scenario: 'approve', by: 'file' })
  expect((await explain({})).body.error.message).toContain('card is required')
  expect((await ask('/_sandbox/transactions')).body.data).toEqual([])
})

test('it stands in the OpenAPI document with its request and its answer', async () => {
  const ask = await open()
  const { paths, components } = (await ask('/_sandbox/openapi.json')).body
  const { operationId, tags, parameters, requestBody, responses } = paths['/collections/card'].post
  expect([operationId, tags]).toEqual(['chargeCard', ['Collections']])
  expect(parameters.map(({ name }: { readonly name: string }) => name)).toEqual(['x-sandbox-scenario'])
  expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/CardRequest' })
  expect(responses[200].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/CardCharged' })
  expect(components.schemas.CardRequest.required).toEqual(['amount', 'currency', 'card', 'reference'])
})
