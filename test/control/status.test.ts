import { expect, test } from 'vitest'
import { currencyCodes } from '../../src/catalogue/currencies.ts'
import { packageVersion } from '../../src/package-root.ts'
import { answering } from '../support/answering.ts'
import { runInProcess } from '../support/in-process.ts'
import { at, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()
const balances = (changes: Readonly<Record<string, number>> = {}) =>
  currencyCodes.map((currency) => ({ currency, balance: changes[currency] ?? 1_000_000 }))

test('a business without a write is empty, and looking at it does not open it', async () => {
  const shop = sandbox.shop()
  const { body } = await shop.get('/_sandbox/status')
  expect(body).toEqual({
    version: packageVersion(),
    url: sandbox.url,
    key: shop.key,
    clock: { now: at(0), mode: 'frozen', rate: 1 },
    mode: 'automatic',
    callbackUrl: null,
    defaultScenario: { use: 'approve', by: 'file' },
    scenarioProblems: [],
    sealed: false,
    lastAnswer: null,
    queue: [],
    transactions: { INITIATED: 0, PENDING: 0, COMPLETED: 0, FAILED: 0 },
    prunedBefore: null,
    webhooks: { pending: 0, held: 0, delivered: 0, exhausted: 0, dropped: 0 },
    jobs: { pending: 0, next: null },
    wallets: balances(),
  })
  const { body: businesses } = await shop.get('/_sandbox/businesses')
  expect(businesses.map(({ key }: { readonly key: string }) => key)).not.toContain(shop.key)
})

test('a busy one is shown by status, with what comes next and what was chosen', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: [], mode: 'manual' })
  await shop.call('/_sandbox/scenarios/default', { method: 'PUT', body: { use: 'never-final' } })
  for (const reference of ['scn:paid-at-once:1', 'scn:switch-error:1']) await shop.collect({ reference })
  await shop.advance('10s')
  await shop.collect({ reference: 'by-hand-1' })
  const { id } = (await shop.collect({ reference: 'scn:switch-error:2' })).body
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 2, match: { flow: 'mobile-money' } })
  const { body } = await shop.get('/_sandbox/status')
  expect(body).toMatchObject({
    clock: { now: at(10_000) },
    mode: 'manual',
    callbackUrl: merchant.url,
    defaultScenario: { use: 'never-final', by: 'business' },
    queue: [{ use: 'wrong-pin', remaining: 2, match: { flow: 'mobile-money' } }],
    transactions: { INITIATED: 2, PENDING: 0, COMPLETED: 1, FAILED: 1 },
    webhooks: { pending: 0, held: 0, delivered: 2, exhausted: 0, dropped: 0 },
    jobs: {
      pending: 1,
      next: { dueAt: at(15_000), kind: 'act', transactionId: id, what: 'settle as switch_error' },
    },
  })
  const { balance } = (await shop.get('/_sandbox/wallets')).body.find(
    ({ currency }: { readonly currency: string }) => currency === 'GHS',
  )
  expect(body.wallets).toEqual(balances({ GHS: balance }))
})

test('webhooks that were given up are counted apart', async () => {
  const merchant = await startMerchant(() => 500)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['5s'] })
  await shop.collect()
  await shop.advance('3s')
  expect((await shop.get('/_sandbox/status')).body.webhooks).toMatchObject({ pending: 1, exhausted: 0 })
  await shop.advance('5s')
  expect((await shop.get('/_sandbox/status')).body.webhooks).toMatchObject({ pending: 0, exhausted: 1 })
})

test('status names who answered the newest delivered webhook, also if it is another program', async () => {
  const url = await answering(200, { hello: 'from another program', much: 'x'.repeat(200) })
  const shop = sandbox.shop({ callbackUrl: `${url}/webhooks` })
  await shop.collect()
  await shop.advance('3s')
  const { lastAnswer } = (await shop.get('/_sandbox/status')).body
  const body = '{"hello":"from another program","much":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
  expect(lastAnswer).toEqual({ url: `${url}/webhooks`, status: 200, body })
  const { stdout } = await runInProcess(['status', '--url', sandbox.url, '--key', shop.key])
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`answered by ${url}/webhooks (200 ${JSON.stringify(body)})`)
})
