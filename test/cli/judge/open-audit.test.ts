import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { askOf, openAudit } from '../../../src/cli/judge/open-audit.ts'
import { parseConfig } from '../../../src/config.ts'
import { writtenProbe } from '../../../src/judge/books/written-probe.ts'
import { listening } from '../../support/listening.ts'

const order = { post: 'http://shop.example/orders', body: { amount: 10.5, currency: 'GHS', wallet: '{customer}' } }

test('the customer stands in the body of an order', async () => {
  const bodies: unknown[] = []
  const send = async (_url: string, { body }: RequestInit) => {
    bodies.push(body)
    return new Response('{}', { status: 500 })
  }
  const config = parseConfig({ data: ':memory:', port: 0 })
  const { audit, running } = await openAudit({ order }, { config, probe: null, key: 'test_sandbox', send })
  onTestFinished(() => running.close())
  await expect(audit.rows().next()).rejects.toThrow('answered 500')
  expect(bodies).toEqual(['{"amount":10.5,"currency":"GHS","wallet":"233241234567"}'])
})

test('the customer stands in the address of a probe, and the reference in its headers', async () => {
  const asked: unknown[] = []
  const server = createServer(({ url, headers }, response) => {
    asked.push([url, headers['x-order']])
    response.end('{"status":"paid"}')
  })
  const get = `${await listening(server)}/orders/{reference}?phone={local}`
  const paid = { at: '/status', is: 'paid' }
  const probe = writtenProbe({ get, headers: { 'x-order': 'of {reference}' }, paid }, askOf({ order }))
  expect((await probe.orders?.ask('order-1'))?.row).toMatchObject({ paid: true })
  expect(asked).toEqual([['/orders/order-1?phone=0241234567', 'of order-1']])
})
