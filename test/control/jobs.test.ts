import { expect, test } from 'vitest'
import { at, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

test('pending work is shown in the order it will run, with what it does', async () => {
  const shop = sandbox.shop()
  const ids: string[] = []
  const references = ['scn:switch-error:1', 'plain-1', 'scn:pending-first:1']
  for (const reference of references) ids.push((await shop.collect({ reference })).body.id)
  ids.push((await shop.generate({ reference: 'scn:va-late:1' })).body.id)
  ids.push((await shop.generate({ reference: 'scn:va-expiry:1' })).body.id)
  const [failing, plain, pending, late, expiring] = ids
  const job = (ms: number, transactionId: string | undefined, what: string, brings: object) => ({
    dueAt: at(ms),
    kind: 'act',
    transactionId,
    what,
    ...brings,
  })
  const all = [
    job(3000, plain, 'settle as approved', { brings: 'settled', result: 'approved' }),
    job(5000, failing, 'settle as switch_error', { brings: 'settled', result: 'switch_error' }),
    job(5000, pending, 'settle as approved', { brings: 'settled', result: 'approved' }),
    job(1_800_000, late, 'the account expires', { brings: 'expired' }),
    job(1_800_000, expiring, 'the account expires', { brings: 'expired' }),
    job(1_860_000, late, 'a transfer arrives', { brings: 'transfer_received' }),
  ]
  expect((await shop.get('/_sandbox/jobs')).body).toEqual(all)
  expect((await shop.get('/_sandbox/jobs?limit=2')).body).toEqual(all.slice(0, 2))
})

test('a webhook to be sent again is pending work too', async () => {
  const merchant = await startMerchant(() => 500)
  const shop = sandbox.shop({ callbackUrl: `${merchant.url}/secret?token=1` })
  const { id } = (await shop.collect()).body
  await shop.post('/_sandbox/clock/advance', { by: '3s' })
  const delivery = merchant.webhooks[0]?.headers['x-sandbox-delivery']
  const what = `send webhook ${delivery} to ${new URL(merchant.url).origin}`
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([
    { dueAt: at(8000), kind: 'deliver', transactionId: id, what, brings: 'webhook_attempted' },
  ])
})
