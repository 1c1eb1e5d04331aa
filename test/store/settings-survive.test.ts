import { expect, onTestFinished, test } from 'vitest'
import { configSchema } from '../../src/config.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { call } from '../support/call.ts'
import { temporaryFolder } from '../support/opened-store.ts'

const key = 'test_shop'

async function start(data: string, businesses: Readonly<Record<string, object>> = {}) {
  const config = configSchema.parse({ data, port: 0, clock: 'frozen', scenarios: [], businesses })
  const faults: unknown[] = []
  const sandbox = await startSandbox(config, {
    fault: (_message, cause) => faults.push(cause),
    hint: () => {},
    problem: () => {},
  })
  let isOpen = true
  const stop = async () => {
    if (isOpen) await sandbox.close()
    isOpen = false
    expect(faults).toEqual([])
  }
  onTestFinished(stop)
  return {
    stop,
    settings: async () => (await call(sandbox.url, '/_sandbox/business', { key })).body,
    change: (body: unknown) => call(sandbox.url, '/_sandbox/business', { key, method: 'PATCH', body }),
    reset: () => call(sandbox.url, '/_sandbox/reset', { key, body: {} }),
    find: () => call(sandbox.url, '/payments/1', { key }),
  }
}

test('what was set is there after a restart, in what is shown and in what is done', async () => {
  const folder = temporaryFolder()
  const first = await start(folder)
  await first.change({ webhookSecret: 's3cret', fees: { 'mobile-money': 7 } })
  await first.change({ ipAllowList: ['10.0.0.1'] })
  const set = await first.settings()
  await first.stop()
  const second = await start(folder)
  expect(await second.settings()).toEqual(set)
  expect(set).toMatchObject({ webhookSecret: 's3cret', ipAllowList: ['10.0.0.1'] })
  expect((await second.find()).status).toBe(500)
})

test('after a restart with another config the new config lies under what was set', async () => {
  const folder = temporaryFolder()
  const first = await start(folder, { [key]: { bearFee: 'customer', retry: ['1s'] } })
  await first.change({ bearFee: 'business', fees: { 'mobile-money': 7 } })
  await first.stop()
  const second = await start(folder, { default: { fees: { 'bank-payout': 5 } }, [key]: { amounts: 'string' } })
  expect(await second.settings()).toMatchObject({
    bearFee: 'business',
    amounts: 'string',
    retry: ['5s', '30s', '2m', '10m', '1h'],
    fees: { 'mobile-money': 7, 'bank-payout': 5, 'virtual-account': 1 },
  })
})
