import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Flow, flows } from '../../src/domain/transaction.ts'
import type { Report } from '../../src/report/report.ts'
import { situations } from '../../src/report/situations.ts'
import { call } from '../support/call.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { scenarioRequest } from '../support/scenario-request.ts'
import { openShop, openShopWithReceiver, type Shop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const allOf = async (shop: Shop, query = ''): Promise<Report['situations']> =>
  (await shop.get(`/_sandbox/report${query}`)).body.situations

async function metBy(shop: Shop): Promise<readonly string[]> {
  return (await allOf(shop)).flatMap(({ name, flow, met }) => (met ? [[name, flow ?? []].flat().join(' of ')] : []))
}

/** Makes a transaction, and lets all that it brings about happen. A reply that is lost is lost. */
async function play(shop: Shop, flow: Flow, reference: string): Promise<void> {
  const { path, body } = scenarioRequest(flow, reference)
  await shop.post(path, body()).catch(() => null)
  await shop.runUntilIdle()
}

test('docs/going-live.md lists these situations, in this order', () => {
  const page = readFileSync('docs/going-live.md', 'utf8')
  const rows = situations.map(({ name, says, flows }) => {
    const places = flows?.map((flow) => `\`${flow}\``).join(', ') ?? 'any'
    return `| ${says} | ${places} | \`${name}\` |\n`
  })
  expect(page).toContain(`\n| your code | flow | scenario |\n| --- | --- | --- |\n${rows.join('')}\n`)
})

const places = situations.flatMap((one) => (one.flows ?? [null]).map((flow) => ({ name: one.name, flow })))

test.each(places)(
  'the line that is shown for $name of $flow brings about that situation alone',
  async ({ name, flow }) => {
    const { shop } = await openShopWithReceiver(sandbox)
    const used = flow ?? 'mobile-money'
    await play(shop, used, 'usual')
    expect(await metBy(shop)).toEqual([])
    const shown = (await allOf(shop)).find((one) => one.name === name && one.flow === flow)
    await Object.getPrototypeOf(async () => {}).constructor('shop', shown?.add)(shop)
    await play(shop, used, 'order-1')
    if (name === 'lost-reply') {
      expect((await allOf(shop)).find((one) => one.name === name)).toMatchObject({ played: true, met: false })
      await play(shop, used, 'order-1')
    }
    expect(await metBy(shop)).toEqual([[name, flow ?? []].flat().join(' of ')])
  },
)

test('a lost reply is met by a status query too', async () => {
  const shop = await openShop(sandbox)
  await shop.post('/_sandbox/scenarios/queue', { use: 'lost-reply' })
  await play(shop, 'mobile-money', 'order-1')
  expect(await metBy(shop)).toEqual([])
  const { data } = (await shop.get('/_sandbox/transactions?reference=order-1')).body
  await shop.get(`/payments/${data[0].id}`)
  expect(await metBy(shop)).toEqual(['lost-reply'])
})

test('a situation was survived if the code showed it: it refused a forgery and nothing else, asked, or sent the call again', async () => {
  const { shop, receiver } = await openShopWithReceiver(sandbox)
  const survivedBy = async () => (await allOf(shop)).flatMap(({ name, survived }) => (survived ? [name] : []))
  // A server that refuses every webhook shows nothing.
  receiver.reply(401)
  await shop.use('wrong-signature')
  await play(shop, 'mobile-money', 'refused')
  receiver.reply(200)
  for (const use of ['wrong-signature', 'duplicate', 'dropped-webhook', 'lost-reply']) {
    await shop.use(use)
    await play(shop, 'mobile-money', use)
  }
  expect(await metBy(shop)).toEqual(['wrong-signature', 'duplicate', 'dropped-webhook'])
  expect(await survivedBy()).toEqual([])
  await shop.use('wrong-signature')
  receiver.reply(401)
  await shop.collect({ reference: 'checked' })
  await shop.advance('2m')
  receiver.reply(200)
  await shop.runUntilIdle()
  expect(await survivedBy()).toEqual(['wrong-signature'])
  const [{ id }] = (await shop.get('/_sandbox/transactions?reference=dropped-webhook')).body.data
  await shop.find(id)
  await play(shop, 'mobile-money', 'lost-reply')
  expect(await survivedBy()).toEqual(['wrong-signature', 'dropped-webhook', 'lost-reply'])
  const ofPayouts = (await allOf(shop, '?flow=bank-payout')).filter(({ survived }) => survived)
  expect(ofPayouts).toEqual([])
})

test('situations are those of the flows in use, or of the one that is asked for', async () => {
  const shop = await openShop(sandbox)
  const flowsOf = async (query?: string) => [...new Set((await allOf(shop, query)).map(({ flow }) => flow))]
  expect(await flowsOf()).toEqual([null])
  await play(shop, 'mobile-money', 'order-1')
  expect(await flowsOf()).toEqual([null, 'mobile-money'])
  for (const flow of flows) expect([null, flow]).toEqual(expect.arrayContaining(await flowsOf(`?flow=${flow}`)))
  expect(await flowsOf('?flow=virtual-account')).toEqual([null, 'virtual-account'])
  await play(shop, 'bank-payout', 'order-2')
  expect(await flowsOf()).toEqual([null, 'mobile-money', 'bank-payout'])
  expect((await shop.get('/_sandbox/report?flow=cash')).body.error.message).toBe(
    `flow: is not a flow; write one of ${flows.join(', ')}`,
  )
})

test('for one flow only what happened to it counts', async () => {
  const { shop } = await openShopWithReceiver(sandbox)
  await shop.use('duplicate')
  await play(shop, 'mobile-money', 'order-1')
  const isMet = async (flow: Flow) => (await allOf(shop, `?flow=${flow}`)).find(({ name }) => name === 'duplicate')?.met
  expect([await isMet('mobile-money'), await isMet('bank-payout')]).toEqual([true, false])
})

test("a situation counts by what happened, not by the scenario's name", async () => {
  const { shop } = await openShopWithReceiver(sandbox, { rateLimit: { requests: 9, per: '1s' }, wallets: { GHS: 1 } })
  await shop.use('by-hand', { times: 3 })
  const declined = (await shop.collect({ reference: 'declined' })).body.id
  await shop.decline({ id: declined })
  const slow = (await shop.collect({ reference: 'slow' })).body.id
  await shop.advance('2h')
  await shop.approve({ id: slow })
  const { accountNumber } = (await shop.generate()).body.virtual_account ?? {}
  expect(accountNumber).toBeUndefined()
  const { account_number } = (await shop.generate({ reference: 'paid-over' })).body.virtual_account
  await shop.virtualAccount(account_number).pay(9000)
  await shop.payBank()
  await shop.payBank({ amount: 0.5 }, { reference: 'paid-out' })
  for (let calls = 0; calls < 10; calls++) await shop.get('/balance')
  expect(await metBy(shop)).toEqual([
    'too-many-requests',
    'wrong-pin of mobile-money',
    'slow-approval of mobile-money',
    'va-overpaid of virtual-account',
    'insufficient-wallet-balance of bank-payout',
  ])
})

test("a scenario of the merchant's own counts as well", async () => {
  const yaml = 'version: 1\nscenarios: { mine: { webhook: { copies: 2 } } }'
  const { shop } = await openShopWithReceiver(await startWithScenarios(yaml))
  await shop.use('mine')
  await play(shop, 'virtual-account', 'order-1')
  expect(await metBy(shop)).toEqual(['duplicate'])
})

test('businesses meet situations apart, and a reset starts over', async () => {
  const [one, other] = [await openShop(sandbox), await openShop(sandbox)]
  await one.collect({}, { 'x-sandbox-scenario': 'service-unavailable' })
  expect([await metBy(one), await metBy(other)]).toEqual([['service-unavailable'], []])
  await call(sandbox.url, '/_sandbox/reset', { key: one.apiKey, body: {} })
  expect(await metBy(one)).toEqual([])
})
