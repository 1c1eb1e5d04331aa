import { expect, test } from 'vitest'
import { at, openSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { startMerchant } from '../support/start-merchant.ts'

test('an advance under way when the sandbox stops is answered, and what it had not reached is still to come', async () => {
  let mode: 'hang' | number = 'hang'
  const merchant = await startMerchant(() => mode)
  const data = temporaryFolder()
  const before = await openSandbox({ data })
  const shop = before.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'first' })
  await shop.collect({ reference: 'scn:switch-error:later' })
  const moving = shop.post('/_sandbox/clock/advance', { by: '1h' })
  await merchant.received(1)
  await before.close()
  expect((await moving).status).toBe(409)
  mode = 200
  const again = (await openSandbox({ data })).shop({ callbackUrl: merchant.url })
  expect((await again.get('/_sandbox/clock')).body).toEqual({ now: at(3000), mode: 'frozen', rate: 1 })
  await merchant.received(2)
  const { now, events } = (await again.post('/_sandbox/clock/advance', { to: at(3_600_000) })).body
  expect(now).toBe(at(3_600_000))
  expect(events.at(-1)).toMatchObject({ event: 'webhook_delivered', at: at(5000) })
  expect(merchant.webhooks.map(({ body }) => body.reference_business)).toEqual([
    'first',
    'first',
    'scn:switch-error:later',
  ])
})

test('a clock that is asked for at a restart is set in the businesses that are there already', async () => {
  const data = temporaryFolder()
  const before = await openSandbox({ data, clock: 'real' })
  await before.shop().collect({ reference: 'one' })
  await before.close()
  const frozen = await openSandbox({ data, clock: 'frozen' })
  const shop = frozen.shop()
  const { body: stopped } = await shop.get('/_sandbox/clock')
  expect(stopped.mode).toBe('frozen')
  await frozen.close()
  const asItWas = await openSandbox({ data, clock: null })
  expect((await asItWas.shop().get('/_sandbox/clock')).body).toEqual(stopped)
  await asItWas.close()
  const real = await openSandbox({ data, clock: 'real' })
  expect((await real.shop().get('/_sandbox/clock')).body.mode).toBe('real')
})

test('a webhook goes to the default address of the time its transaction was created', async () => {
  const merchant = await startMerchant()
  const data = temporaryFolder()
  const before = await openSandbox({ data, callbackUrl: merchant.url })
  const { virtual_account: account, callback_url } = (await before.shop().generate({ reference: 'one' })).body
  expect([callback_url, account.account_number]).toEqual([merchant.url, expect.any(String)])
  await before.close()
  const again = (await openSandbox({ data })).shop()
  await again.advance('4s')
  expect(merchant.webhooks).toMatchObject([{ body: { reference_business: 'one', status: 'COMPLETED' } }])
})
