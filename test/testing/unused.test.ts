import { expect, test } from 'vitest'
import { startSandbox } from '../../src/testing/index.ts'
import { call } from '../support/call.ts'
import { mobileMoney } from '../support/requests.ts'
import { collect } from '../support/started-sandbox.ts'

const noon = { clock: '2026-01-31T12:00:00Z' }

test('a queued scenario that no request used fails stop, which has stopped everything', async () => {
  const sandbox = await startSandbox(noon)
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ key: 'test_shop' })
  await shop.use('wrong-pin')
  await shop.use('otp', { times: 3, match: { reference: 'otp-*' } })
  await collect(sandbox, await sandbox.business())
  await expect(sandbox.stop()).rejects.toThrow(
    'Queued scenarios that no request used: wrong-pin in test_shop; otp in test_shop, 3 times, for {"reference":"otp-*"}',
  )
  await expect(call(sandbox.url, '/balance', { key: 'test_shop' })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(call(merchant.url, '/', {})).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('the ones that are left of several count too', async () => {
  const sandbox = await startSandbox(noon)
  const shop = await sandbox.business()
  await shop.use('wrong-pin', { times: 3 })
  await collect(sandbox, shop)
  await expect(sandbox.stop()).rejects.toThrow(`wrong-pin in ${shop.apiKey}, 2 times`)
})

test('what was used or never queued stops in peace; so does a second stop', async () => {
  const sandbox = await startSandbox(noon)
  const used = await sandbox.business()
  await used.use('wrong-pin')
  expect((await collect(sandbox, used)).headers['x-sandbox-scenario']).toBe('wrong-pin; by=queue')
  await used.reset()
  await expect(used.use('wrong-pni')).rejects.toThrow('There is no scenario wrong-pni')
  await sandbox.stop()
  await sandbox.stop()
})

test('a sandbox that demands a token lets its own businesses in', async () => {
  const sandbox = await startSandbox({ ...noon, config: { token: 's3cret' } })
  const shop = await sandbox.business()
  await call(sandbox.url, '/collections/mobilemoney', { key: shop.apiKey, body: mobileMoney() })
  expect(await shop.transaction({ reference: 'order-1' })).toMatchObject({ status: 'INITIATED' })
  await sandbox.stop()
})

test('a reset between tests hides no unused scenario', async () => {
  const sandbox = await startSandbox(noon)
  const shop = await sandbox.business({ key: 'test_shop' })
  await shop.use('wrong-pin')
  await shop.reset()
  await shop.use('timeout')
  await shop.reset()
  await expect(sandbox.stop()).rejects.toThrow(
    'Queued scenarios that no request used: wrong-pin in test_shop; timeout in test_shop',
  )
})
