import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../src/testing/index.ts'
import { call } from '../support/call.ts'
import { folderWith } from '../support/cli.ts'
import { collect, started } from '../support/started-sandbox.ts'

const scenarios = (outcome: string) =>
  `version: 1\nscenarios:\n  mine: { match: { reference: "order-*" }, outcome: ${outcome} }\n`

test('a sandbox listens on a free port of this machine', async () => {
  const [one, other] = [await started(), await started()]
  expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(one.url).not.toBe(other.url)
  expect(await call(one.url, '/_sandbox/health/ready')).toMatchObject({ status: 200 })
})

test('the seed is 1 if none is given, the same seed gives the same ids, and another gives others', async () => {
  const idWith = async (options: { seed?: number }) => {
    const sandbox = await started({ ...options, clock: '2026-01-31T12:00:00Z' })
    return (await collect(sandbox, await sandbox.business())).body
  }
  const record = await idWith({})
  expect(await idWith({ seed: 1 })).toEqual(record)
  expect((await idWith({ seed: 2 })).id).not.toBe(record.id)
})

test('two sandboxes in one process do not meet, not even with the same key and reference', async () => {
  const [one, other] = [await started({ clock: 'frozen' }), await started({ clock: 'frozen' })]
  const [merchant, stranger] = [await one.receiver(), await other.receiver()]
  const key = 'test_shop'
  const shop = await one.business({ key, callbackUrl: merchant.url })
  const twin = await other.business({ key, callbackUrl: stranger.url, webhookSecret: 'other' })
  expect((await collect(one, shop)).status).toBe(200)
  await expect(twin.transaction({ reference: 'order-1' })).rejects.toThrow('No transaction with reference order-1')
  expect((await collect(other, twin)).status).toBe(200)
  await shop.advance('3s')
  expect([merchant.webhooks.length, stranger.webhooks.length]).toEqual([1, 0])
  expect(await twin.transaction({ reference: 'order-1' })).toMatchObject({ status: 'INITIATED' })
  expect(merchant.webhooks.map((webhook) => [merchant.verify(webhook), stranger.verify(webhook)])).toEqual([
    [true, false],
  ])
})

test('clock: real time runs unless another is asked for', async () => {
  const sandbox = await started()
  const { body } = await call(sandbox.url, '/_sandbox/clock')
  expect(body).toMatchObject({ mode: 'real', rate: 1 })
})

test('scenarios: none of the user’s where no folder is given, else those of the folder or files', async () => {
  const folder = folderWith({ 'a/one.yaml': scenarios('never'), 'b/two.yaml': scenarios('approved') })
  const chosen = async (options: { scenarios?: string | string[] }) => {
    const sandbox = await started({ ...options, clock: 'frozen' })
    return (await collect(sandbox, await sandbox.business())).headers['x-sandbox-scenario']
  }
  expect(await chosen({})).toBe('approve; by=file')
  expect(await chosen({ scenarios: `${folder}/a` })).toBe('mine; by=match')
  expect(await chosen({ scenarios: [`${folder}/b/two.yaml`] })).toBe('mine; by=match')
})

test('config: settings of businesses are as in the config file', async () => {
  const sandbox = await started({
    clock: 'frozen',
    config: { businesses: { default: { fees: { 'mobile-money': 10 } }, test_shop: { currencies: ['UGX'] } } },
  })
  expect((await collect(sandbox, await sandbox.business())).body.fee).toBe(10.05)
  expect((await collect(sandbox, await sandbox.business({ key: 'test_shop' }))).body.message).toBe(
    'Currency GHS is not enabled for this business',
  )
})

test('config: with keys declared, a business that the test opened is accepted and a stranger is not', async () => {
  const sandbox = await started({ config: { keys: 'declared', businesses: { test_config: {} } } })
  expect((await collect(sandbox, await sandbox.business())).status).toBe(200)
  expect((await collect(sandbox, await sandbox.business({ key: 'test_mine' }))).status).toBe(200)
  for (const [key, status] of [
    ['test_config', 400],
    ['test_stranger', 401],
  ] as const) {
    expect((await call(sandbox.url, '/collections/mobilemoney', { key, body: {} })).status).toBe(status)
  }
})

test('what cannot be is refused at the start, by name', async () => {
  await expect(startSandbox({ clock: 'noon' })).rejects.toThrow('is neither real, frozen nor an ISO 8601 time')
  await expect(startSandbox({ seed: -1 })).rejects.toThrow('startSandbox(): seed: is below 0')
  await expect(startSandbox({ scenarios: 'missing' })).rejects.toThrow(
    "startSandbox(): scenarios: 'missing' does not exist in ",
  )
  const folder = folderWith({ 'late.yaml': scenarios('late') })
  await expect(startSandbox({ scenarios: folder })).rejects.toThrow(`${folder}/late.yaml:3:`)
})

test.each<[string, unknown, string]>([
  ['a typing error', { clok: 'frozen' }, 'startSandbox(): clok: unknown option; did you mean clock?'],
  [
    'a setting of the sandbox',
    { port: 4747 },
    'startSandbox(): port: is a setting; write it under config: { port: ... }',
  ],
  ['one of a business', { pin: '1' }, 'pin: is a setting of a business; give it to business({ pin: ... })'],
  [
    'a name like none',
    { xyz: 1 },
    'startSandbox(): xyz: unknown option; write one of seed, scenarios, clock, listen, config',
  ],
  [
    'no object',
    'frozen',
    "startSandbox(): 'frozen' is not an object of options; write { seed, scenarios, clock, listen, config }",
  ],
  ['nothing', null, 'startSandbox(): null is not an object of options'],
  ['a seed in quotes', { seed: '1' }, 'seed: is not a whole number'],
  ['a clock that is a number', { clock: 5 }, 'clock: is neither real, frozen nor an ISO 8601 time'],
  ['one number of scenarios', { scenarios: 5 }, 'scenarios: 5 is neither a folder or file nor a list of files'],
  ['a list of numbers', { scenarios: [5] }, 'scenarios.0: is a number; write text'],
  [
    'a config that is a file',
    { config: 'my.yaml' },
    "config: 'my.yaml' is not an object of settings; write { port: ... }",
  ],
  [
    'a setting that does not exist',
    { config: { prot: 0 } },
    'startSandbox(): prot: unknown setting; did you mean port?',
  ],
])('an option is refused by name: %s', async (_what, options, message) => {
  await expect(Reflect.apply(startSandbox, null, [options])).rejects.toThrow(message)
})

test('an option that is undefined is as if it were not there', async () => {
  const before = process.cwd()
  // This folder itself may hold what `npm start` left.
  process.chdir(folderWith())
  onTestFinished(() => process.chdir(before))
  // @ts-expect-error: JavaScript may hand on what it does not have
  const sandbox = await started({ seed: undefined, clock: undefined, config: { port: undefined, data: undefined } })
  expect(new URL(sandbox.url).port).not.toBe('4747')
  expect(readdirSync('.')).toEqual([])
})

test('after stop every call says that the sandbox has been stopped, and stop can be said again', async () => {
  const sandbox = await startSandbox({ clock: 'frozen' })
  const shop = await sandbox.business()
  await sandbox.stop()
  const text = 'This sandbox has been stopped: call stop() when all tests are over, in an after hook'
  await expect(sandbox.business()).rejects.toThrow(text)
  const calls: (() => Promise<unknown>)[] = [
    () => sandbox.receiver(),
    () => shop.use('wrong-pin'),
    () => shop.advance('1s'),
    () => shop.webhook({}),
    () => shop.transaction({ id: 'x' }),
    () => shop.phone('0241234567').otp(),
    () => shop.virtualAccount('0123456789').pay(),
    () => shop.snapshot('late'),
    () => shop.report(),
  ]
  for (const late of calls) await expect(late()).rejects.toThrow(text)
  await sandbox.stop()
})

test('stop ends at once while a webhook hangs, and can be said twice', async () => {
  const sandbox = await startSandbox()
  const merchant = await sandbox.receiver()
  merchant.reply('hang')
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  await collect(sandbox, shop, { reference: 'scn:paid-at-once:1' })
  const waiting = shop.webhook({ reference: 'scn:paid-at-once:1', timeout: '60s' }).catch((error: Error) => error)
  await sandbox.stop()
  expect(await waiting).toMatchObject({ message: expect.stringMatching(/^This sandbox has been stopped: /) })
  await sandbox.stop()
})
