import { expect, test } from 'vitest'
import { call } from '../../support/call.ts'
import { look } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'
import { openMerchant } from '../../support/merchant.ts'
import { openParts } from '../../support/opened-parts.ts'
import { type OpenedSandbox, openSandbox } from '../../support/opened-sandbox.ts'
import { insertWithJob } from '../../support/opened-store.ts'
import { mobileMoney } from '../../support/requests.ts'

const key = 'test_sandbox'

function collect(sandbox: OpenedSandbox, changes = {}, of = key) {
  return call(sandbox.url, '/collections/mobilemoney', { key: of, body: mobileMoney(changes) })
}

test('advance moves time and prints what happened, when the webhooks were answered', async () => {
  const merchant = await openMerchant()
  const sandbox = await openSandbox({ callbackUrl: merchant.url })
  const { body } = await collect(sandbox)
  const { code, stdout, stderr } = await runInProcess(['advance', '1m30s', '--url', sandbox.url])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(merchant.webhooks).toHaveLength(1)
  expect(stdout.replace(/\d+ ms/, '3 ms')).toBe(`2026-01-31 in sandbox time (UTC)
12:00:03  ${body.reference_business}  COMPLETED  approved
12:00:03  ${body.reference_business}  webhook to ${merchant.url} 200 in 3 ms
now 2026-01-31T12:01:30.000Z
`)
})

test('advance --json prints the answer of the control API on one line', async () => {
  const sandbox = await openSandbox()
  const { body } = await collect(sandbox)
  const { code, stdout } = await runInProcess(['advance', '10s', '--json', '--url', sandbox.url])
  expect(code).toBe(0)
  expect(stdout.split('\n')).toHaveLength(2)
  expect(JSON.parse(stdout)).toEqual({
    now: '2026-01-31T12:00:10.000Z',
    events: [
      expect.objectContaining({ at: '2026-01-31T12:00:03.000Z', event: 'settled', transactionId: body.id }),
      expect.objectContaining({ event: 'webhook_skipped', transactionId: body.id }),
    ],
    eventsTotal: 2,
  })
})

test('run-until-idle goes no further than --limit', async () => {
  const sandbox = await openSandbox()
  await collect(sandbox)
  const limited = await runInProcess(['run-until-idle', '--limit', '2s', '--url', sandbox.url])
  const { status } = (await look(sandbox, '/transactions')).data[0]
  const rest = await runInProcess(['run-until-idle', '--url', sandbox.url])
  expect(limited).toMatchObject({ code: 0, stdout: 'now 2026-01-31T12:00:00.000Z\n' })
  expect(status).toBe('INITIATED')
  expect(rest.stdout.trimEnd().split('\n').at(-1)).toBe('now 2026-01-31T12:00:03.000Z')
})

test('reset begins the business again, and says so', async () => {
  const sandbox = await openSandbox()
  await collect(sandbox)
  const { code, stdout } = await runInProcess(['reset', '--url', sandbox.url])
  expect([code, stdout]).toEqual([0, 'reset: no transactions, wallets at their opening balances\n'])
  expect((await look(sandbox, '/transactions')).data).toEqual([])
})

test('--key chooses the business, and no other is touched', async () => {
  const sandbox = await openSandbox()
  for (const of of ['test_one', 'test_other']) await collect(sandbox, {}, of)
  const clockOf = async (of: string) => (await look(sandbox, '/clock', of)).now
  await runInProcess(['advance', '1h', '--key', 'test_one', '--url', sandbox.url])
  expect([await clockOf('test_one'), await clockOf('test_other')]).toEqual([
    '2026-01-31T13:00:00.000Z',
    '2026-01-31T12:00:00.000Z',
  ])
  await runInProcess(['reset', '--key', 'test_other', '--url', sandbox.url])
  const businesses = await look(sandbox, '/businesses')
  expect(businesses.map((one: { key: string; transactions: number }) => [one.key, one.transactions])).toEqual([
    ['test_one', 1],
    ['test_other', 0],
  ])
})

test('the environment names the sandbox and the business, and flags go before it', async () => {
  const sandbox = await openSandbox()
  for (const of of ['test_env', 'test_flag']) await collect(sandbox, {}, of)
  const env = { PAYMENTS_SANDBOX_URL: sandbox.url, PAYMENTS_SANDBOX_API_KEY: 'test_env' }
  const transactionOf = async (args: readonly string[], at = env) =>
    JSON.parse((await runInProcess(['advance', '3s', '--json', ...args], { env: at })).stdout).events[0].transactionId
  const ids = [await transactionOf([]), await transactionOf(['--key', 'test_flag'])]
  const elsewhere = { ...env, PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:1' }
  const byFlag = await runInProcess(['advance', '3s', '--url', sandbox.url], { env: elsewhere })
  const wanted = [
    (await look(sandbox, '/transactions', 'test_env')).data[0].id,
    (await look(sandbox, '/transactions', 'test_flag')).data[0].id,
  ]
  expect(ids).toEqual(wanted)
  expect(byFlag.code).toBe(0)
})

test('of very many events advance prints the newest, and how many there were', async () => {
  const { store, url } = await openParts()
  const due = store.now(key) + 1000
  const changes = Array.from({ length: 501 }, (_, index) => insertWithJob(`many-${index}`, due)).flat()
  await store.perform(key, {}, () => ({ result: undefined, changes }))
  const { code, stdout } = await runInProcess(['advance', '1m', '--url', url])
  const lines = stdout.trimEnd().split('\n')
  expect(code).toBe(0)
  expect(lines[0]).toBe(
    `the newest 1000 of 1002 events; payments-sandbox explain REFERENCE --url ${url} shows all of a transaction`,
  )
  expect(lines).toHaveLength(1 + 1 + 1000 + 1)
})
