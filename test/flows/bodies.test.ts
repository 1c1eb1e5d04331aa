import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../src/testing/index.ts'
import { mobileMoney, virtualAccount } from '../support/requests.ts'
import { expectRefusal, openShop, start } from '../support/shop.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

const paths = ['/collections/mobilemoney', '/collections/virtual-account'] as const
const validOf = { '/collections/mobilemoney': mobileMoney, '/collections/virtual-account': virtualAccount }

// D9: one message for every fault.
const notObjects: readonly (readonly [what: string, body: string | Buffer])[] = [
  ['no body', ''],
  ['white space', ' \n'],
  ['half an object', '{"amount":1'],
  ['an object and more', '{} {}'],
  ['a trailing comma', '{"amount":1,}'],
  ['single quotes', "{'amount':1}"],
  ['a form', 'amount=1&currency=GHS'],
  ['NaN', '{"amount":NaN}'],
  ['null', 'null'],
  ['an array', '[{}]'],
  ['a string', '"{}"'],
  ['a number', '1'],
  ['true', 'true'],
  ['a byte order mark', '\ufeff{}'],
  ['a bare control character', '{"reason":"\u0001"}'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d])],
  ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d])],
  ['UTF-16', Buffer.from('{}', 'utf16le')],
  ['100,000 open brackets', '['.repeat(100_000)],
  ['arrays nested 100,000 deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
]

test.each(notObjects)('%s is no JSON object', async (_what, body) => {
  const shop = await openShop(sandbox)
  for (const path of paths) {
    expectRefusal(await shop.post(path, body), 400, 'Request body must be a valid JSON object')
  }
})

test.each(paths)('%s takes 64 levels of nesting, the body being the first', async (path) => {
  const shop = await openShop(sandbox)
  const valid = validOf[path]
  expect((await shop.post(path, valid({ metadata: nested(63), reference: 'objects' }))).status).toBe(200)
  expect((await shop.post(path, valid({ unknown: [nested(62)], reference: 'arrays' }))).status).toBe(200)
  const refusal = 'Request body must be a valid JSON object'
  expectRefusal(await shop.post(path, valid({ metadata: nested(64) })), 400, refusal)
  expectRefusal(await shop.post(path, valid({ unknown: [nested(63)] })), 400, refusal)
})

test.each(paths)('%s takes a body of 1 MiB and no byte more', async (path) => {
  const shop = await openShop(sandbox)
  const body = JSON.stringify(validOf[path]())
  const tooLarge = await shop.post(path, body.padEnd(1024 * 1024 + 1))
  expect(tooLarge.body).toEqual({ statusCode: 413, message: 'Request body is too large', error: 'Payload Too Large' })
  expect(tooLarge.status).toBe(413)
  expect((await shop.post(path, body.padEnd(1024 * 1024))).status).toBe(200)
})

test('a key named __proto__ is a key like any other', async () => {
  const shop = await openShop(sandbox)
  const answer = await shop.post(paths[0], '{"__proto__":{"amount":5,"currency":"GHS"},"constructor":1}')
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('amount is required')
})

test('with validationShape list the failed rules are a list, and every other refusal stays an object', async () => {
  const shop = await openShop(sandbox, { validationShape: 'list' })
  const answer = await shop.collect({ network: '', accountName: '' })
  expect(answer.status).toBe(400)
  expect(answer.text).toBe(
    '[{"message":"network cannot be empty"},{"message":"network must be at least 1 character long"},{"message":"accountName cannot be empty"}]',
  )
  expect((await shop.generate({ reason: 7 })).body).toEqual([
    { message: 'reason must be a valid string' },
    { message: 'reason must be at least 1 character long' },
  ])
  expectRefusal(await shop.post(paths[0], '[]'), 400, 'Request body must be a valid JSON object')
  await shop.collect()
  expectRefusal(await shop.collect(), 400, 'Duplicate reference')
})

/** Objects inside one another, this many. */
function nested(levels: number): object {
  let value = {}
  for (let level = 1; level < levels; level++) value = { in: value }
  return value
}
