import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { configSchema } from '../../src/config.ts'
import { call } from '../support/call.ts'
import { folderWith, look, run, start } from '../support/cli.ts'
import { openMerchant } from '../support/merchant.ts'

const opened: { close(): Promise<unknown> }[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((part) => part.close()))
})

/** A port that is taken, so that no test guesses a free one. */
async function takenPort(port = 0): Promise<number> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => {
    // Where 4747 is taken already it is as good as taken by us.
    server.once('error', () => resolve())
    server.listen(port, '127.0.0.1', resolve)
  })
  if (!server.listening) return port
  opened.push({ close: () => new Promise((resolve) => server.close(resolve)) })
  return (server.address() as AddressInfo).port
}

test('the default port is 4747, for any PORT: that is the merchant’s app', async () => {
  await takenPort(4747)
  const { code, stderr } = await run(['start'], { env: { PORT: '0' } })
  expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('Port 4747 on 127.0.0.1 is taken') })
})

test('--config and PAYMENTS_SANDBOX_CONFIG name another config file', async () => {
  const cwd = folderWith({
    'payments-sandbox.config.yaml': 'seed: 1\n',
    'two.yaml': 'seed: 2',
    'three.yaml': 'seed: 3',
  })
  const seedWith = async (args: readonly string[], env: Record<string, string> = {}) => {
    const sandbox = await start(['--json', '--data', ':memory:', ...args], { cwd, env })
    await sandbox.stop()
    return JSON.parse(sandbox.stdout).seed
  }
  expect(await seedWith([])).toBe(1)
  expect(await seedWith([], { PAYMENTS_SANDBOX_CONFIG: 'two.yaml' })).toBe(2)
  expect(await seedWith(['--config', 'three.yaml'], { PAYMENTS_SANDBOX_CONFIG: 'two.yaml' })).toBe(3)
})

test('every setting of start has a variable', async () => {
  const env = {
    PAYMENTS_SANDBOX_DATA: ':memory:',
    PAYMENTS_SANDBOX_SEED: '9',
    PAYMENTS_SANDBOX_CLOCK: '2026-01-31T12:00:00Z',
    PAYMENTS_SANDBOX_DURABLE: 'true',
    PAYMENTS_SANDBOX_ALLOW_HOST: 'pay.test,shop.test',
    PAYMENTS_SANDBOX_TOKEN: 's3cret',
    PAYMENTS_SANDBOX_CALLBACK_URL: 'http://127.0.0.1:9/hooks',
  }
  const sandbox = await start(['--json'], { env })
  const headers = { host: 'shop.test', 'x-sandbox-token': 's3cret' }
  const { body: clock } = await call(sandbox.url, '/_sandbox/clock', { headers })
  const { body: business } = await call(sandbox.url, '/_sandbox/business', { headers })
  await sandbox.stop()
  expect(JSON.parse(sandbox.stdout).seed).toBe(9)
  expect(clock).toEqual({ now: '2026-01-31T12:00:00.000Z', mode: 'frozen', rate: 1 })
  expect(business.callbackUrl).toBe('http://127.0.0.1:9/hooks')
})

test('every setting that is a number takes one from its variable', async () => {
  const { properties = {} } = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' })
  const isNumber = (schema: unknown) => JSON.stringify(schema).includes('"type":"integer"')
  const numbers = [
    'port',
    ...Object.keys(properties).filter((name) => name !== 'businesses' && isNumber(properties[name])),
  ]
  expect(numbers).toContain('maxBusinesses')
  const variable = (name: string) => `PAYMENTS_SANDBOX_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
  const { stdout } = await run(['config', '--show', '--json'], {
    env: Object.fromEntries(numbers.map((name) => [variable(name), '7'])),
  })
  const shown = JSON.parse(stdout)
  for (const name of numbers) expect([name, shown[name]]).toEqual([name, expect.objectContaining({ value: 7 })])
})

test('--clock takes a time of another zone', async () => {
  const sandbox = await start(['--clock', '2026-01-31T12:00:00+01:00'])
  expect(await look(sandbox, '/clock')).toMatchObject({ now: '2026-01-31T11:00:00.000Z', mode: 'frozen' })
  await sandbox.stop()
})

test('--callback-url goes before the config file, but not before what the file says of one key', async () => {
  const merchant = await openMerchant()
  const cwd = folderWith({
    'payments-sandbox.config.yaml': `
businesses:
  default: { callbackUrl: "http://127.0.0.1:9/default" }
  test_shop: { callbackUrl: "http://127.0.0.1:9/shop" }
`,
  })
  const sandbox = await start(['--callback-url', merchant.url], { cwd })
  const callbackOf = async (of: string) => (await look(sandbox, '/business', of)).callbackUrl
  expect(await callbackOf('test_anybody')).toBe(merchant.url)
  expect(await callbackOf('test_shop')).toBe('http://127.0.0.1:9/shop')
  await sandbox.stop()
})

test('a variable with the prefix that nothing reads is refused, and the nearest one is named', async () => {
  const env = { PAYMENTS_SANDBOX_PROT: '4848', PAYMENTS_SANDBOX_CALBACK_URL: 'http://127.0.0.1:9' }
  const { code, stdout, stderr } = await run(['start', '--port', '0', '--data', ':memory:'], { env })
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toBe(
    'PAYMENTS_SANDBOX_PROT: unknown variable; did you mean PAYMENTS_SANDBOX_PORT?\n' +
      'PAYMENTS_SANDBOX_CALBACK_URL: unknown variable; did you mean PAYMENTS_SANDBOX_CALLBACK_URL?\n',
  )
})

test('what tells a client of another sandbox, and what container platforms set, is not a setting of start', async () => {
  const env = {
    PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:9',
    PAYMENTS_SANDBOX_API_KEY: 'test_x',
    PAYMENTS_SANDBOX_WEBHOOK_SECRET: 'x',
    PAYMENTS_SANDBOX_PORT: 'tcp://10.0.0.7:4747',
    PAYMENTS_SANDBOX_SERVICE_HOST: '10.0.0.7',
    PAYMENTS_SANDBOX_SERVICE_PORT_HTTP: '80',
    PAYMENTS_SANDBOX_PORT_4747_TCP_ADDR: '10.0.0.7',
  }
  const sandbox = await start(['--data', ':memory:'], { env })
  await sandbox.stop()
})
