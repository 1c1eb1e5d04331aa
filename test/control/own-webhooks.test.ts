import { expect, test } from 'vitest'
import { signatureOf } from '../../src/webhooks/sign.ts'
import { at, openSharedSandbox } from '../support/opened-sandbox.ts'
import { shopWithCli } from '../support/shop-with-cli.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

async function shopWithMerchant(status = 200) {
  const merchant = await startMerchant(() => status)
  return { merchant, ...shopWithCli(sandbox, { callbackUrl: merchant.url }) }
}

test('a webhook of your own making is signed and sent, recorded as such, and changes nothing else', async () => {
  const { merchant, shop } = await shopWithMerchant()
  const { id: transactionId } = (await shop.collect()).body
  const set = { amount: '5', extra: { a: [1] } }
  const asked = { transactionId, status: 'FAILED', result: 'wrong_pin', set }
  const { status, body } = await shop.post('/_sandbox/webhooks', asked)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    transactionId,
    reference: 'order-1',
    status: 'delivered',
    byHand: true,
    createdAt: at(0),
  })
  expect(body.body).toMatchObject({
    id: transactionId,
    status: 'FAILED',
    message: expect.stringMatching(/^4200 \| /),
    ...set,
  })
  const [webhook] = merchant.webhooks
  expect(webhook?.body).toEqual(body.body)
  expect(webhook?.headers['x-webhook-signature']).toBe(signatureOf(JSON.stringify(body.body), shop.key))
  expect(await shop.statusOf(transactionId)).toBe('INITIATED')
  const inFull = (await shop.get(`/_sandbox/transactions/${transactionId}`)).body
  expect(inFull.steps).toContainEqual(expect.objectContaining({ at: at(0), kind: 'webhook_made', deliveryId: body.id }))
  expect(inFull.steps).toContainEqual(
    expect.objectContaining({ event: 'webhook made by hand attempt 1: answered 200' }),
  )
  await shop.advance('3s')
  const { data } = (await shop.get('/_sandbox/webhooks')).body
  expect(data.map(({ byHand }: { byHand?: true }) => byHand)).toEqual([true, undefined])
  const after = (await shop.get(`/_sandbox/transactions/${transactionId}`)).body
  expect(after.steps.map(({ event }: { event: string }) => event)).toContain('webhook attempt 1: answered 200')
})

test('what is not said is as the transaction is: its status, result and address', async () => {
  const { merchant, shop } = await shopWithMerchant()
  const { id: transactionId } = (await shop.collect({ accountNumber: '0240009110' })).body
  const open = (await shop.post('/_sandbox/webhooks', { transactionId })).body
  expect(open.body).toMatchObject({ status: 'COMPLETED', message: '0000 | Switch | Approved' })
  await shop.advance('5s')
  const failed = (await shop.post('/_sandbox/webhooks', { transactionId })).body
  expect(failed.body).toEqual(merchant.webhooks[1]?.body)
  expect(new Set([open.id, failed.id, merchant.webhooks[1]?.headers['x-sandbox-delivery']]).size).toBe(3)
  const other = (
    await shop.post('/_sandbox/webhooks', { transactionId, status: 'FAILED', url: `${merchant.url}/other` })
  ).body
  expect(other).toMatchObject({ url: `${merchant.url}/other`, body: { status: 'FAILED' } })
})

test('it is sent once: one that fails is exhausted, can be replayed, and is not a finding of the report', async () => {
  const { shop, merchant } = await shopWithMerchant(400)
  const { id: transactionId } = (await shop.collect({ reference: 'scn:never-final:1' })).body
  const { body } = await shop.post('/_sandbox/webhooks', { transactionId, set: { amount: 'many' } })
  expect(body).toMatchObject({ status: 'exhausted', attempts: [{ number: 1, response: { status: 400 } }] })
  await shop.post('/_sandbox/clock/run-until-idle')
  expect(merchant.webhooks).toHaveLength(1)
  const { findings } = (await shop.get('/_sandbox/report')).body
  expect(findings.map(({ rule }: { rule: string }) => rule)).not.toContain('lost-webhook')
  expect(findings.map(({ rule }: { rule: string }) => rule)).not.toContain('badly-answered-webhook')
  expect((await shop.post(`/_sandbox/webhooks/${body.id}/replay`)).body.attempts).toHaveLength(2)
})

test('what makes no sense is refused, and nothing is sent', async () => {
  const { merchant, shop } = await shopWithMerchant()
  const { id: transactionId } = (await shop.collect()).body
  const refusal = async (body: object) => {
    const answer = await shop.post('/_sandbox/webhooks', body)
    return [answer.status, answer.body.error.message]
  }
  expect(await refusal({ transactionId: 'tx-unknown' })).toEqual([404, expect.stringContaining('tx-unknown')])
  expect(await refusal({ transactionId, status: 'COMPLETED', result: 'wrong_pin' })).toEqual([
    400,
    'result: only a FAILED one has a result',
  ])
  expect(await refusal({ transactionId, result: 'wrong_pim' })).toEqual([400, expect.stringContaining('wrong_pin')])
  expect(await refusal({ transactionId, status: 'DONE' })).toEqual([400, 'status: is not COMPLETED or FAILED'])
  expect(await refusal({ transactionId, url: 'nowhere' })).toEqual([400, 'url: is not an http or https URL'])
  expect(await refusal({ transactionId, set: 5 })).toEqual([400, 'set: is not an object such as {"amount": "5"}'])
  const silent = sandbox.shop()
  const { id } = (await silent.collect()).body
  expect((await silent.post('/_sandbox/webhooks', { transactionId: id })).body.error.message).toBe(
    'url: neither the transaction nor the business has an address for webhooks',
  )
  expect(merchant.webhooks).toHaveLength(0)
})

test('webhooks send makes one from the command line, its fields of the kind that the record has', async () => {
  const { merchant, shop, cli } = await shopWithMerchant()
  await shop.collect()
  const set = ['amount=5', 'customer.accountName=Ama', 'metadata.note=7', 'extra={"a":1}'].flatMap((one) => [
    '--set',
    one,
  ])
  const { code, stdout } = await cli(
    'webhooks',
    'send',
    'order-1',
    '--status',
    'FAILED',
    '--result',
    'wrong_pin',
    ...set,
  )
  expect(code).toBe(0)
  const { body } = merchant.webhooks[0] ?? {}
  expect(body).toMatchObject({
    status: 'FAILED',
    amount: '5',
    customer: { accountName: 'Ama', accountNumber: expect.any(String) },
    metadata: { smsFee: 0, note: 7 },
    extra: { a: 1 },
  })
  expect(stdout).toMatch(/^\S+ {2}order-1 {2}delivered {2}to \S+, made by hand\nattempt 1 /)
})

test.each([
  ['neither has an address', {}, {}, /^url: neither the transaction nor the business has an address/],
  ['its address is none', {}, { url: 'nowhere' }, /^url: is not an http or https URL/],
  ['its result is none', { callbackUrl: 'http://127.0.0.1:9/' }, { result: 'wrong_pni' }, /wrong_pni is not a result/],
  [
    'a COMPLETED one has no result',
    { callbackUrl: 'http://127.0.0.1:9/' },
    { status: 'COMPLETED', result: 'wrong_pin' },
    /^result: only a FAILED one/,
  ],
])('where %s, it is refused and leaves no transaction behind', async (_why, settings, asked, message) => {
  const shop = sandbox.shop(settings)
  const { status, body } = await shop.post('/_sandbox/webhooks', asked)
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)])
  expect((await shop.get('/_sandbox/transactions')).body.data).toEqual([])
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([])
})

test('a business of one currency gets a new transaction in that; two get two', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url, currencies: ['KES'] })
  for (const _ of [1, 2]) expect((await shop.post('/_sandbox/webhooks', {})).body.status).toBe('delivered')
  expect(merchant.webhooks.map(({ body }) => body.currency)).toEqual(['KES', 'KES'])
  expect((await shop.get('/_sandbox/transactions')).body.data).toHaveLength(2)
})

test('without a transaction it is about a new one that nothing happens to', async () => {
  const merchant = await startMerchant()
  const { shop, cli } = await shopWithMerchant()
  const { code, stdout } = await cli('webhooks', 'send', '--callback-url', merchant.url, '--json')
  expect(code).toBe(0)
  const { data } = (await shop.get('/_sandbox/transactions')).body
  expect(data).toMatchObject([{ id: JSON.parse(stdout).transactionId, scenario: { name: 'never-final' } }])
  expect(merchant.webhooks[0]?.body).toMatchObject({ id: data[0].id, status: 'COMPLETED' })
})

test.each([
  [['--set', 'amount'], '--set amount: write field=value, such as amount=5\n'],
  [['--set', '=5'], '--set =5: write field=value, such as amount=5\n'],
  [['--status', 'DONE'], /Allowed choices are COMPLETED, FAILED/],
])('webhooks send %j is a wrong usage', async (args, stderr) => {
  const { cli, shop } = await shopWithMerchant()
  await shop.collect()
  const ended = await cli('webhooks', 'send', 'order-1', ...args)
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(stderr)
  expect((await shop.get('/_sandbox/webhooks')).body.data).toEqual([])
})
