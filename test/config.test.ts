import { expect, test } from 'vitest'
import { ConfigError, configSchema, parseConfig } from '../src/config.ts'
import { isLoopback } from '../src/domain/ip-range.ts'
import { settingsSchema } from '../src/domain/settings.ts'
import { settingsByKey } from '../src/sandbox/settings-by-key.ts'
import { startSandbox } from '../src/sandbox.ts'

test('fees and wallets of a key are laid over those of every key, not put in their place', () => {
  const settings = settingsByKey([
    { default: { fees: { 'virtual-account': 3 }, wallets: { GHS: 5 } } },
    { test_shop: { fees: { 'mobile-money': 2 }, wallets: { NGN: 7 } } },
  ])
  expect(settings.of('test_shop').fees).toMatchObject({ 'mobile-money': 2, 'virtual-account': 3 })
  expect(settings.of('test_shop').wallets).toEqual({ GHS: 5, NGN: 7 })
  expect(settings.of('test_other').fees).toMatchObject({ 'mobile-money': 1.5, 'virtual-account': 3 })
})

test('an empty map of a key clears the map of every key', () => {
  const limits = { 'mobile-money': { '*': { GHS: { max: 9 } } } }
  const settings = settingsByKey([{ default: { limits } }, { test_shop: { limits: {} } }])
  expect(settings.of('test_shop').limits).toEqual({})
  expect(settings.of('test_other').limits).toEqual(limits)
})

test.each([
  ['{"callbakUrl":"http://a"}', 'callbakUrl: unknown setting; did you mean callbackUrl?'],
  ['{"fees":{"mobil-money":1}}', 'fees.mobil-money: unknown setting; did you mean mobile-money?'],
  ['{"wallets":{"GHX":1}}', 'wallets.GHX: unknown setting; did you mean GHS?'],
  ['{"rateLimit":{"requests":1,"per":"1s","burst":2}}', 'rateLimit.burst: unknown setting; write one of requests, per'],
])('settings %s of a key are refused with the place and the right name', (text, problem) => {
  const businesses = { test_shop: JSON.parse(text) }
  expect(() => parseConfig({ businesses })).toThrow(
    expect.objectContaining({ name: 'ConfigError', message: `businesses.test_shop.${problem}` }),
  )
})

test('a form of quotes at the place of the sandbox’s rates says where it belongs', () => {
  const input = JSON.parse('{"rates":"per-source"}')
  const where = 'as a setting of a business write it under businesses: { default: { rates: per-source } }'
  expect(() => parseConfig(input)).toThrow(
    new ConfigError([{ path: ['rates'], on: 'value', message: `is a map of currencies here; ${where}` }]),
  )
})

test('what is declared for every key later reaches the keys that were declared before', () => {
  const settings = settingsByKey([{ test_shop: { bearFee: 'business' } }])
  settings.declare('default', { amounts: 'string' })
  expect(settings.of('test_shop')).toMatchObject({ bearFee: 'business', amounts: 'string' })
  expect(settings.of('test_other')).toMatchObject({ bearFee: 'customer', amounts: 'string' })
})

test.each(['expect', 'Transfer-Encoding', 'content-length', 'Host', 'x-sandbox-attempt', 'a header'])(
  'the signature cannot travel in the header %s',
  (signatureHeader) => {
    expect(settingsSchema.safeParse({ signatureHeader }).success).toBe(false)
  },
)

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['localhost', true],
  ['::1', true],
  ['127.0.0.1.example.com', false],
  ['0.0.0.0', false],
  ['::', false],
])('%s is reached by this machine only: %s', (host, only) => {
  expect(isLoopback(host)).toBe(only)
})

test('a sandbox that others can reach does not start without a token, from code neither', async () => {
  const config = configSchema.parse({ host: '0.0.0.0', port: 0, data: ':memory:', scenarios: [] })
  const started = startSandbox(config, { fault: () => {}, hint: () => {}, problem: () => {} })
  await expect(started).rejects.toThrow(ConfigError)
  await expect(started).rejects.toThrow('host 0.0.0.0 lets other machines in: set token too')
})
