import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Business } from 'payments-sandbox/testing'
import { test as base } from 'payments-sandbox/vitest'
import { expect } from 'vitest'
import { createShop } from './shop.js'

/** The shop on a free port, with a business of its own in the sandbox. */
const test = base.extend<{ business: Business; shopUrl: string }>({
  business: async ({ sandbox }, use) => use(await sandbox.business()),
  shopUrl: async ({ sandbox, business }, use) => {
    const server = createAdaptorServer({ fetch: (request) => shop.fetch(request) }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const shop = createShop({ baseUrl: sandbox.url, apiKey: business.apiKey, callbackUrl: `${url}/webhooks` })
    await use(url)
    server.close()
  },
})

async function order(shopUrl: string) {
  const body = JSON.stringify({ amount: 10.5, network: 'MTN', name: 'Ama Mensah', phone: '0241234567' })
  const headers = { 'content-type': 'application/json' }
  const { reference } = await (await fetch(`${shopUrl}/orders`, { method: 'POST', headers, body })).json()
  return `${shopUrl}/orders/${reference}`
}

const stateOf = async (orderUrl: string) => (await fetch(orderUrl)).json()

test('an order waits, and is paid when the customer has typed the PIN', async ({ business, shopUrl }) => {
  const orderUrl = await order(shopUrl)
  expect(await stateOf(orderUrl)).toEqual({ amount: 10.5, status: 'waiting', sent: 0 })
  await business.advance('10s')
  expect(await stateOf(orderUrl)).toEqual({ amount: 10.5, status: 'paid', sent: 1 })
})

test.for([
  ['a wrong PIN', 'wrong-pin', 'failed', 0],
  ['another amount than was asked for', 'other-amount', 'failed', 0],
  ['a webhook that comes three times', 'duplicate', 'paid', 1],
  ['a webhook that comes before the reply', 'before-reply', 'paid', 1],
  ['a reply that is lost', 'lost-reply', 'paid', 1],
  ['a webhook with a foreign signature', 'forged-webhook', 'waiting', 0],
] as const)('%s', async ([, scenario, status, sent], { business, shopUrl }) => {
  await business.use(scenario)
  const orderUrl = await order(shopUrl)
  await business.runUntilIdle('1d')
  expect(await stateOf(orderUrl)).toEqual({ amount: 10.5, status, sent })
})
