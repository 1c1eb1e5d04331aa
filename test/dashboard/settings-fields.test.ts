import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingGroups } from '../../src/dashboard/business/setting-names.ts'
import { exampleOf, fieldsOf, patchesOf, settingOf, textOf } from '../../src/dashboard/business/settings-fields.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { packageRoot } from '../../src/package-root.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

const { components } = JSON.parse(readFileSync(join(packageRoot(), 'docs', 'openapi.json'), 'utf8'))
const fields = fieldsOf(components.schemas.SettingsChange)

function fieldNamed(name: string) {
  const field = fields.find((one) => one.name === name)
  if (field === undefined) throw new Error(`no field ${name}`)
  return field
}

const patchOf = (name: string, before: unknown, text: string) => patchesOf([{ field: fieldNamed(name), before, text }])

test('every setting has a field, with its description and its kind', () => {
  expect(fields.map(({ name }) => name)).toEqual(Object.keys(settingsSchema.shape))
  expect(fields.filter(({ description }) => description === '')).toEqual([])
  expect(fieldNamed('callbackUrl')).toMatchObject({ form: 'text', choices: null })
  expect(fieldNamed('partialPayments')).toMatchObject({ form: 'text', choices: ['accept', 'hold', 'fail'] })
  expect(fieldNamed('strictTestAccounts')).toMatchObject({ form: 'text', choices: ['true', 'false'] })
  expect(fieldNamed('createdStatus')).toMatchObject({ form: 'text', choices: ['200', '201'] })
  for (const name of ['retry', 'smsOtp', 'currencies', 'networks', 'ipAllowList']) {
    expect([name, fieldNamed(name).form]).toEqual([name, 'list'])
  }
  for (const name of ['limits', 'fees', 'wallets', 'rateLimit', 'results', 'homeCountries']) {
    expect([name, fieldNamed(name).form]).toEqual([name, 'lines'])
  }
  expect(exampleOf(fieldNamed('limits').schema)).toBe('mobile-money * GHS min = …')
  expect(exampleOf(fieldNamed('rateLimit').schema)).toBe('requests = …')
})

test('every setting has a plain name in one group, and its default as the sandbox has it', () => {
  const named = settingGroups.flatMap(([, names]) => [...names])
  expect(named.map(([name]) => name).toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted())
  const usual = new Map(Object.entries(settingsSchema.parse({})).map(([name, value]) => [name, textOf(value)]))
  // These say in words what their value means.
  const inWords = ['callbackUrl', 'webhookSecret', 'currencies', 'networks', 'limits', 'wallets', 'fees', 'rateLimit']
  const others = ['ipAllowList', 'results', 'variance', 'homeCountries']
  const exact = named.filter(([name]) => !inWords.includes(name) && !others.includes(name))
  expect(exact.map(([name, { usual: words }]) => [name, words])).toEqual(exact.map(([name]) => [name, usual.get(name)]))
})

const values = {
  callbackUrl: 'https://shop.example/hooks?a=b',
  currencies: ['GHS', 'NGN'],
  networks: ['MTN'],
  smsOtp: true,
  homeCountries: { XOF: 'SN', XAF: 'GA' },
  limits: { 'mobile-money': { '*': { GHS: { min: 1, max: 5000.5 } } } },
  wallets: { GHS: 500 },
  bearFee: 'business',
  fees: { 'mobile-money': 2.5, 'virtual-account': 0, 'bank-payout': 1, 'mobile-money-payout': 1 },
  signatureHeader: 'x-own',
  webhookSecret: '12345',
  retry: [],
  timeout: '5s',
  partialPayments: 'hold',
  lateTransfers: 'accept',
  accountLifetime: '10m',
  networkMismatch: 'reject',
  strictTestAccounts: true,
  rateLimit: { requests: 10, per: '1s' },
  ipAllowList: ['127.0.0.1', '10.0.0.0/8'],
  mode: 'manual',
  pin: '0123',
  variance: 7,
  amounts: 'string',
  amountPlaces: 'full',
  customerNumbers: 'local',
  results: { blocked: { code: '9100', source: 'Customer', text: 'Account is blocked = closed' } },
  validationShape: 'list',
  rates: 'as-seen',
  createdStatus: 201,
} as const

test('a value of every setting is written and read again as it was, and the sandbox takes it', async () => {
  expect(Object.keys(values).toSorted()).toEqual(fields.map(({ name }) => name).toSorted())
  const shop = (await openSandbox()).shop()
  for (const [name, value] of Object.entries(values)) {
    const read = settingOf(fieldNamed(name), textOf(value))
    expect([name, read]).toEqual([name, value])
    const { status, body } = await shop.call('/_sandbox/business', { method: 'PATCH', body: { [name]: read } })
    expect([name, status, body]).toMatchObject([name, 200, { [name]: value }])
  }
})

test('an empty field gives the default back, and what a setting cannot be is refused by the sandbox', async () => {
  const shop = (await openSandbox()).shop({ pin: '1234' })
  const patch = (body: object) => shop.call('/_sandbox/business', { method: 'PATCH', body })
  for (const { name } of fields) expect(patchOf(name, 'x', ' ')).toEqual([{ [name]: null }])
  expect((await patch(patchOf('pin', '1234', '')[0] ?? {})).body.pin).toBe('0000')
  for (const [name, text] of [
    ['variance', 'some'],
    ['limits', 'mobile-money MTN GHS max = much'],
    ['rateLimit', 'ten'],
  ] as const) {
    expect([name, (await patch(patchOf(name, null, text)[0] ?? {})).status]).toEqual([name, 400])
  }
})

test('a map that lost a value is checked, cleared and written whole; one that gained is laid over', async () => {
  const before = { 'mobile-money': { MTN: { GHS: { min: 1, max: 50 } } } }
  const shop = (await openSandbox()).shop({ limits: before })
  const gained = 'mobile-money MTN GHS min = 1\nmobile-money  MTN GHS max=60'
  expect(patchOf('limits', before, gained)).toHaveLength(1)
  const after = { 'virtual-account': { '*': { NGN: { max: 9 } } } }
  const patches = patchOf('limits', before, textOf(after))
  expect(patches).toEqual([{ limits: after }, { limits: {} }, { limits: after }])
  for (const body of patches) await shop.call('/_sandbox/business', { method: 'PATCH', body })
  expect((await shop.get('/_sandbox/business')).body.limits).toEqual(after)
})
