import { getRequestListener } from '@hono/node-server'
import { test as base, type OwnServer, ownServer } from 'payments-sandbox/vitest'
import { expect } from 'vitest'
import { createShop } from './shop.js'

/** Each test has the shop on a free port, and a business of its own in the sandbox. */
const test = base.extend<OwnServer>(ownServer((payments) => getRequestListener(createShop(payments).fetch)))

async function order(serverUrl: string) {
  const body = JSON.stringify({ amount: 10.5, network: 'MTN', name: 'Ama Mensah', phone: '0241234567' })
  const headers = { 'content-type': 'application/json' }
  const { reference } = await (await fetch(`${serverUrl}/orders`, { method: 'POST', headers, body })).json()
  return `${serverUrl}/orders/${reference}`
}

const stateOf = async (orderUrl: string) => (await fetch(orderUrl)).json()

test('an order waits, and is paid when the customer has typed the PIN', async ({ shop, serverUrl }) => {
  const orderUrl = await order(serverUrl)
  expect(await stateOf(orderUrl)).toEqual({ amount: 10.5, status: 'waiting', sent: 0 })
  await shop.advance('10s')
  expect(await stateOf(orderUrl)).toEqual({ amount: 10.5, status: 'paid', sent: 1 })
})

test.for([
  ['a wrong PIN', 'wrong-pin', 'failed', 0],
  ['another amount than was asked for', 'other-amount', 'failed', 0],
  ['a webhook that comes three times', 'duplicate', 'paid', 1],
  ['a webhook that comes before the reply', 'before-reply', 'paid', 1],
  ['a reply that is lost', 'lost-reply', 'paid', 1],
  ['a webhook with a foreign signature', 'forged-webhook', 'waiting', 0],
] as const)('%s', async ([, scenario, status, sent], { shop, serverUrl }) => {
  await shop.use(scenario)
  const orderUrl = await order(serverUrl)
  await shop.runUntilIdle('1d')
  expect(await stateOf(orderUrl)).toEqual({ amount: 10.5, status, sent })
})
