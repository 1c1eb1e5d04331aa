import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { startSandbox } from '../../src/testing/index.ts'
import { type ArbitraryScenario, arbitraryScenario } from '../support/arbitrary-scenarios.ts'
import { call } from '../support/call.ts'
import { scenarioRequest } from '../support/scenario-request.ts'
import { openShopWithReceiver, type Shop, start } from '../support/shop.ts'
import { outOfOrder } from './causal-order.ts'

/** So many lives; `LIVES` sets another number. */
const lives = Number(process.env.LIVES ?? 60)

const act = fc.oneof(
  fc.constantFrom('approve', 'decline', 'ignore', 'expire', 'pay', 'ask', 'replay', 'own webhook', 'wrong OTP', 'OTP'),
  fc.constantFrom('1ms', '1s', '5s', '1m', '30m', '2h').map((by) => ({ by })),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

test('the life of a transaction is in the order of causes at every moment, after any action', {
  timeout: lives * 1000,
}, async () => {
  const life = fc.record({
    scenario: arbitraryScenario,
    acts: fc.array(act, { maxLength: 8 }),
    answers: fc.array(fc.constantFrom(200, 500, 503), { minLength: 1, maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(life, async ({ scenario, acts, answers }) => {
      const folder = await mkdtemp(join(tmpdir(), 'lives-'))
      await writeFile(join(folder, 'mine.yaml'), stringify({ version: 1, scenarios: { mine: scenario.written } }))
      const sandbox = await startSandbox({ clock: start, scenarios: folder })
      try {
        const { shop, receiver } = await openShopWithReceiver(sandbox, scenario.settings)
        const { path, body } = scenarioRequest(scenario.flow, 'plain-1')
        const headers = { 'x-sandbox-scenario': 'mine' }
        const { body: explained } = await shop.post('/_sandbox/explain', { path, body: body(), headers })
        if (explained.steps[0].kind !== 'refused') expect(outOfOrder(explained.steps)).toEqual([])
        await call(sandbox.url, path, { key: shop.apiKey, body: body(), headers }).catch(() => null)
        for (const [index, one] of [null, ...acts].entries()) {
          if (one !== null) await play(shop, scenario, one)
          receiver.reply(answers[index % answers.length] ?? 200)
          const [stored] = (await shop.get('/_sandbox/transactions')).body.data
          if (stored === undefined) return
          const { steps } = await shop.transaction({ id: stored.id })
          expect(outOfOrder(steps), JSON.stringify(steps.map(({ state, text }) => `${state} ${text}`))).toEqual([])
        }
      } finally {
        await sandbox.stop()
        await rm(folder, { recursive: true })
      }
    }),
    { numRuns: lives },
  )
})

test('a life whose steps stand elsewhere is found', async () => {
  const sandbox = await startSandbox({ clock: start })
  const { shop } = await openShopWithReceiver(sandbox)
  await shop.collect({}, { 'x-sandbox-scenario': 'otp' })
  await shop.advance('10m')
  const { steps } = await shop.transaction({ reference: 'order-1' })
  expect(outOfOrder(steps)).toEqual([])
  for (const [from, to] of [
    [0, 1],
    [3, 5],
    [4, 3],
    [5, 3],
    [5, 6],
  ] as const) {
    const moved = steps.toSpliced(from, 1).toSpliced(to, 0, ...steps.slice(from, from + 1))
    expect(outOfOrder(moved), `${from} to ${to}`).not.toEqual([])
  }
  await sandbox.stop()
})

async function play(shop: Shop, { flow }: ArbitraryScenario, one: Act): Promise<void> {
  if (typeof one === 'object') return void (await shop.advance(one.by))
  const [{ id, virtual_account: account }] = (await shop.get('/_sandbox/transactions')).body.data
  if (one === 'ask') return void (await shop.find(id))
  if (one === 'own webhook')
    return void (await shop.post('/_sandbox/webhooks', { transactionId: id, status: 'FAILED' }))
  if (one === 'replay') {
    const [webhook] = (await shop.get(`/_sandbox/webhooks?transactionId=${id}`)).body.data
    return void (webhook && (await shop.post(`/_sandbox/webhooks/${webhook.id}/replay`, {})))
  }
  if (one === 'pay') {
    if (flow === 'virtual-account')
      await shop.post(`/_sandbox/virtual-accounts/${account.account_number}/transfers`, { amount: 7 })
    return
  }
  if (one === 'OTP' || one === 'wrong OTP') {
    const { otp } = (await shop.get(`/_sandbox/transactions/${id}?parts=record`)).body
    return void (await shop.post('/collections/otp', { id, otp: one === 'OTP' && otp !== null ? otp : '987654' }))
  }
  await shop.post(`/_sandbox/transactions/${id}/${one}`, {})
}
