import { expect, test } from 'vitest'
import { monotonicMs } from '../../src/time.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

test('with 500 webhooks for a merchant that hangs, those to another arrive within a second', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  const hanging = await startMerchant(() => 'hang')
  const created = new Map<string, number>()
  const tookMs: number[] = []
  const merchant = await startMerchant(({ body }) => {
    tookMs.push(monotonicMs() - (created.get(body.reference_business) ?? 0))
    return 200
  })
  const dead = sandbox.shop({ callbackUrl: hanging.url })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await Promise.all(Array.from({ length: 500 }, (_, index) => dead.collect({ reference: `fast-dead-${index}` })))
  await hanging.received(4)
  for (let index = 0; index < 100; index += 1) {
    created.set(`scn:paid-at-once:${index}`, monotonicMs())
    await shop.collect({ reference: `scn:paid-at-once:${index}` })
  }
  await merchant.received(100)
  tookMs.sort((a, b) => a - b)
  expect(tookMs[94]).toBeLessThanOrEqual(1000)
  expect(hanging).toMatchObject({ webhooks: { length: 4 }, open: 4 })
  expect((await dead.get('/_sandbox/jobs?limit=1000')).body).toHaveLength(500)
})

/** Shorter than the half second after which places are given back: no business waits for that. */
const promptMs = 400

test.each([
  ['64 businesses with one webhook each', 64, 1, 1],
  ['30 businesses with four to one dead server', 30, 4, 1],
  ['22 businesses with four to each of six', 22, 4, 6],
])('while the receivers of %s hang, no other business waits', async (_what, businesses, each, servers) => {
  const sandbox = await openSandbox()
  const hanging = await startMerchant(() => 'hang')
  const hostOf = (business: number, server: number) => (servers === 1 ? 'dead' : `dead-${business}-${server}`)
  for (let business = 0; business < businesses; business += 1) {
    const dead = sandbox.shop({ timeout: '60s' })
    const calls = Array.from({ length: each * servers }, (_, index) => {
      const callbackURL = hanging.url.replace('127.0.0.1', `${hostOf(business, index % servers)}.localhost`)
      return dead.collect({ reference: `scn:paid-at-once:${index}`, callbackURL })
    })
    await Promise.all(calls)
  }
  await hanging.received(businesses)
  const merchant = await startMerchant()
  const tookMs: number[] = []
  for (let again = 0; again < 3; again += 1) {
    const shop = sandbox.shop({ callbackUrl: merchant.url })
    for (let count = 0; count < 4; count += 1) await shop.collect({ reference: `order-${count}` })
    const asked = monotonicMs()
    await shop.advance('3s')
    tookMs.push(monotonicMs() - asked)
    expect(merchant.webhooks).toHaveLength(4 * (again + 1))
  }
  // The quickest of three: the machine may be busy.
  expect(Math.min(...tookMs)).toBeLessThan(promptMs)
})
