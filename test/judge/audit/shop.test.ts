import { expect, test } from 'vitest'
import { Shop } from '../../../src/judge/audit/shop.ts'

const order = { post: 'http://shop.example/orders', body: { amount: 10.5 } }
const leaves = () => undefined

test('a fresh text stands in the address of `ask`, another one for each call', async () => {
  const asked: string[] = []
  const send = async (url: string) => {
    asked.push(url)
    return new Response('{}')
  }
  const shop = new Shop({ order }, send, leaves)
  for (let count = 0; count < 2; count++) await shop.ask('http://shop.example/cron?run={fresh}')
  expect(asked).toEqual([expect.stringMatching(/\?run=\d+-1$/), expect.stringMatching(/\?run=\d+-2$/)])
})

test('a first order that is answered 429 says that the limiter must be lifted', async () => {
  const shop = new Shop({ order }, async () => new Response('{"error":"slow down"}', { status: 429 }), leaves)
  await expect(shop.placeFirst('order', () => null)).rejects.toThrow(
    'answered 429: if it has a limiter, lift it for the audit\n  {"error":"slow down"}',
  )
})
