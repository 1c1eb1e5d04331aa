import { expect, test } from 'vitest'
import { at, openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

test('due work runs in time order, ties in creation order', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  // Created against the order they are due in: after 5 s, after 3 s, after 5 s, at once but sent after 2 minutes, after 3 s.
  const references = ['scn:switch-error:1', 'a', 'scn:pending-first:1', 'scn:slow-webhook:1', 'b']
  const names = new Map<string, string>()
  for (const reference of references) names.set((await shop.collect({ reference })).body.id, reference)
  const { events } = await shop.advance('1h')
  const settled = events.filter(({ event }) => event === 'settled').map((one) => names.get(one.transactionId))
  expect(settled).toEqual(['a', 'scn:slow-webhook:1', 'b', 'scn:switch-error:1', 'scn:pending-first:1'])
  expect(merchant.webhooks.map(({ body }) => body.reference_business)).toEqual([
    'a',
    'b',
    'scn:switch-error:1',
    'scn:pending-first:1',
    'scn:slow-webhook:1',
  ])
  const times = events.map((event) => event.at)
  expect(times).toEqual([...times].sort())
})

test('each webhook is answered before the next step, at the time of its own step', async () => {
  const seen: object[] = []
  const merchant = await startMerchant(async ({ body }) => {
    const statuses: string[] = []
    for (const id of ids) statuses.push(await shop.statusOf(id))
    seen.push({ of: body.reference_business, now: await shop.now(), statuses })
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const ids: string[] = []
  for (const reference of ['plain', 'scn:pending-first:1', 'scn:va-expiry:1']) {
    const create = reference === 'scn:va-expiry:1' ? shop.generate : shop.collect
    ids.push((await create({ reference })).body.id)
  }
  await shop.advance('1d')
  expect(seen).toEqual([
    { of: 'plain', now: at(3000), statuses: ['COMPLETED', 'PENDING', 'INITIATED'] },
    { of: 'scn:pending-first:1', now: at(5000), statuses: ['COMPLETED', 'COMPLETED', 'INITIATED'] },
    { of: 'scn:va-expiry:1', now: at(1_800_000), statuses: ['COMPLETED', 'COMPLETED', 'FAILED'] },
  ])
})

// One timer of Node cannot wait for 25 days, and fires at once when it is asked to.

test('on a running clock a job months ahead does not fire early, while others fire in time', async () => {
  const real = await openSandbox({ clock: 'real' })
  const merchant = await startMerchant()
  const shop = real.shop({ accountLifetime: '400d', callbackUrl: merchant.url })
  const far = (await shop.generate({ reference: 'scn:va-expiry:1' })).body.id
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(1)
  await shop.post('/_sandbox/clock/resume', { rate: 60 })
  await shop.collect({ reference: 'plain' })
  await merchant.received(2)
  expect(await shop.statusOf(far)).toBe('INITIATED')
  // The job of the last webhook goes when its answer is recorded, shortly after the merchant gave it.
  await expect
    .poll(async () => (await shop.get('/_sandbox/jobs')).body)
    .toMatchObject([{ transactionId: far, what: 'the account expires' }])
})
