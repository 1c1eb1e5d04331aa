import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { connectSandbox, type Sandbox } from '../../src/testing/index.ts'
import { type StartedSandbox, start } from '../support/cli.ts'
import { collect } from '../support/started-sandbox.ts'

/** A sandbox in a process of its own, and a connection to it that is gone after the test. */
async function connected(args: readonly string[] = [], token?: string): Promise<[Sandbox, StartedSandbox]> {
  const other = await start(['--data', ':memory:', '--clock', 'frozen', ...args])
  const sandbox = await connectSandbox({ url: other.url, ...(token === undefined ? {} : { token }) })
  onTestFinished(async () => {
    await sandbox.stop().catch(() => {})
    await other.stop()
  })
  return [sandbox, other]
}

test('a sandbox of another process gives the same: settings hold for the very next call, webhooks come and verify', async () => {
  const [sandbox, other] = await connected()
  expect(sandbox.url).toBe(other.url)
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url, webhookSecret: 'shared', bearFee: 'business' })
  const { body } = await collect(sandbox, shop)
  expect(body).toMatchObject({ status: 'INITIATED', bear_fee: 'business' })
  await shop.use('wrong-pin')
  await collect(sandbox, shop, { reference: 'order-2' })
  await shop.advance('10s')
  const { body: webhook } = await shop.webhook({ reference: 'order-2', status: 'FAILED' })
  expect(webhook.message).toBe('4200 | Customer | Wrong PIN, or no answer to the prompt in time')
  expect(merchant.webhooks.map((received) => [received.body.status, merchant.verify(received)])).toEqual([
    ['COMPLETED', true],
    ['FAILED', true],
  ])
  expect(shop.webhookSecret).toBe('shared')
})

test('a reset keeps the settings that the business was opened with', async () => {
  const [sandbox] = await connected()
  const shop = await sandbox.business({ bearFee: 'business' })
  await shop.reset()
  expect((await collect(sandbox, shop)).body).toMatchObject({ bear_fee: 'business' })
})

test('two connections to one sandbox never give the same business', async () => {
  const [sandbox, other] = await connected()
  const second = await connectSandbox({ url: other.url })
  onTestFinished(() => second.stop())
  expect((await sandbox.business()).apiKey).not.toBe((await second.business()).apiKey)
})

test('stop() leaves the sandbox running, and fails where a queued scenario was never used', async () => {
  const [sandbox, other] = await connected()
  const shop = await sandbox.business({ key: 'test_shop' })
  await shop.use('wrong-pin', { times: 2 })
  await expect(sandbox.stop()).rejects.toThrow('Queued scenarios that no request used: wrong-pin in test_shop, 2 times')
  await expect(sandbox.business()).rejects.toThrow('This sandbox has been stopped')
  const again = await connectSandbox({ url: other.url })
  await again.stop()
})

test('a wrong setting is refused where the business is opened', async () => {
  const [sandbox] = await connected()
  await expect(sandbox.business({ timeout: 'soon' })).rejects.toThrow(/timeout/)
})

test('a sandbox with a token is reached with it, and refused without it', async () => {
  const [sandbox, other] = await connected(['--token', 'open-sesame'], 'open-sesame')
  expect((await collect(sandbox, await sandbox.business())).status).toBe(200)
  await expect(connectSandbox({ url: other.url })).rejects.toThrow(/token/)
})

test('if nothing answers it says how to start one, or to name its address', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((resolve) => server.close(resolve))
  const url = `http://127.0.0.1:${port}`
  await expect(connectSandbox({ url })).rejects.toThrow(
    `No payments-sandbox answers at ${url}: start one with payments-sandbox start, or name its address: connectSandbox({ url: 'http://...' })`,
  )
  await expect(connectSandbox(JSON.parse('{"adress":1}'))).rejects.toThrow(/connectSandbox\(\): .*adress/)
})
