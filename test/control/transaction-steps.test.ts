import { expect, test } from 'vitest'
import { formatDuration } from '../../src/domain/duration.ts'
import type { TransactionView } from '../../src/testing/index.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { scenarioRequest } from '../support/scenario-request.ts'
import { at, openShop, openShopWithReceiver, type Shop, start } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'
import { until } from '../support/until.ts'

const sandbox = await startedForFile()

type Step = TransactionView['steps'][number]

const play = (scenario: string) => ({ 'x-sandbox-scenario': scenario })
const stepsOf = async (shop: Shop, id: string): Promise<readonly Step[]> =>
  (await shop.get(`/_sandbox/transactions/${id}?parts=steps`)).body.steps

/** Steps as lines: what happened with its time, what is to come in brackets, what was cancelled struck out. */
const lifeOf = async (shop: Shop, id: string) => (await stepsOf(shop, id)).map(lineOf)

function lineOf({ at, when, state, text, why }: Step): string {
  const time = at ?? (when && 'at' in when ? when.at : null)
  const moment = time === null ? '' : `${formatDuration(Date.parse(time) - Date.parse(start))} `
  const line = `${moment}${text}${why === null ? '' : ` (${why})`}`
  return state === 'happened' ? line : state === 'pending' ? `[${line}]` : `-${line}-`
}

const created = (scenario = 'approve') => [
  `0s created, with the scenario ${scenario}`,
  '0s the create call answers INITIATED',
]
const asked = '0s the customer is asked for the PIN'
const pin = 'the customer types the PIN'
const unsent = 'no webhook: the request has no callbackURL and the business no callbackUrl'
const again = '; unless answered 2xx within 10s of real time, again after 5s, 1m'

test('what happened comes first, then what is to come, and a failed webhook is followed to its end', async () => {
  const { shop, receiver } = await openShopWithReceiver(sandbox, { retry: ['5s', '1m'] })
  const { id } = (await shop.collect()).body
  expect(await lifeOf(shop, id)).toEqual([
    ...created(),
    asked,
    `[3s ${pin}]`,
    '[3s COMPLETED]',
    `[3s webhook attempt 1: sent${again}]`,
  ])
  receiver.reply(503)
  await shop.advance('10s')
  const tried = [
    ...created(),
    asked,
    `3s ${pin}`,
    '3s COMPLETED',
    '3s webhook attempt 1: answered 503',
    '8s webhook attempt 2: answered 503',
  ]
  expect(await lifeOf(shop, id)).toEqual([...tried, '[1m8s webhook attempt 3: sent; not repeated]'])
  await shop.runUntilIdle()
  expect(await lifeOf(shop, id)).toEqual([
    ...tried,
    '1m8s webhook attempt 3: answered 503',
    '1m8s webhook: given up after 3 attempts',
  ])
})

test('each step has its kind, its facts and its cause, and the times by which it was planned', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect({}, play('wrong-pin'))).body
  await shop.advance('6s')
  const step = { cause: { by: 'step', step: 0 }, planned: at(5000), at: at(5000), actual: at(5000) }
  expect((await stepsOf(shop, id)).slice(-3)).toEqual([
    {
      ...{ ...step, kind: 'prompt_answered', answer: 'wrong_pin', state: 'happened', why: null },
      ...{ text: 'the customer types a wrong PIN', event: 'the customer types a wrong PIN' },
    },
    {
      ...{ ...step, kind: 'settled', status: 'FAILED', result: 'wrong_pin', state: 'happened', why: null },
      ...{ text: 'FAILED as wrong_pin', event: 'FAILED as wrong_pin' },
    },
    expect.objectContaining({ kind: 'webhook_unaddressed', state: 'happened', at: at(5000) }),
  ])
})

test('a step that an action by hand forestalled is shown as cancelled', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect()).body
  await shop.advance('1s')
  await shop.post(`/_sandbox/transactions/${id}/decline`, {})
  await shop.runUntilIdle()
  expect(await lifeOf(shop, id)).toEqual([
    ...created(),
    asked,
    '1s the customer declines',
    '1s FAILED as wrong_pin (decline by hand)',
    `1s ${unsent}`,
    '-3s COMPLETED (decline by hand)-',
  ])
})

test('each transfer is shown with what it came to, and the expiry with what forestalled it', async () => {
  const shop = await openShop(sandbox)
  const { id, virtual_account } = (await shop.generate({ amount: 100 }, play('va-split'))).body
  await shop.advance('6s')
  const first = [...created('va-split'), '5s Ngozi Okafor pays 60, which is held until the rest comes']
  expect(await lifeOf(shop, id)).toEqual([...first, '[20s Ngozi Okafor pays 40]', '[20s COMPLETED]', `[20s ${unsent}]`])
  await shop.advance('1h')
  await shop.post(`/_sandbox/virtual-accounts/${virtual_account.account_number}/transfers`, {
    amount: 7,
    senderName: 'Ada',
  })
  expect(await lifeOf(shop, id)).toEqual([
    ...first,
    '20s Ngozi Okafor pays 40',
    '20s COMPLETED',
    `20s ${unsent}`,
    // It is not shown as paid.
    '1h6s Ada pays 7, which changes nothing: the transaction was already COMPLETED (a payment by hand)',
    '-30m the account expires (it was COMPLETED before)-',
  ])
})

test('a payment by hand forestalls the planned ones, and is not taken for one of the same moment', async () => {
  const shop = await openShop(sandbox)
  const { id, virtual_account } = (await shop.generate({ amount: 100 }, play('va-split'))).body
  await shop.post(`/_sandbox/transactions/${id}/approve`, {})
  await shop.advance('5s')
  await shop.post(`/_sandbox/virtual-accounts/${virtual_account.account_number}/transfers`, {
    amount: 60,
    senderName: 'Ngozi Okafor',
  })
  expect(await lifeOf(shop, id)).toEqual([
    ...created('va-split'),
    '0s approve by hand',
    '0s Ngozi Okafor pays 100 (approve by hand)',
    '0s COMPLETED (approve by hand)',
    `0s ${unsent}`,
    '5s Ngozi Okafor pays 60, which changes nothing: the transaction was already COMPLETED (a payment by hand)',
    '-5s Ngozi Okafor pays 60 (approve by hand)-',
    '-20s Ngozi Okafor pays 40 (approve by hand)-',
    '-30m the account expires (approve by hand)-',
  ])
})

test('a webhook made by hand cancels no step', async () => {
  const { shop } = await openShopWithReceiver(sandbox)
  const { id } = (await shop.generate({ amount: 100 }, play('va-split'))).body
  await shop.post('/_sandbox/webhooks', { transactionId: id, status: 'COMPLETED' })
  await shop.post(`/_sandbox/transactions/${id}/expire`, {})
  await shop.runUntilIdle()
  expect((await lifeOf(shop, id)).slice(2)).toEqual([
    '0s a webhook made by hand',
    '0s webhook made by hand attempt 1: answered 200',
    '0s expire by hand',
    '0s the account expires (expire by hand)',
    '0s FAILED as expired (expire by hand)',
    '0s webhook attempt 1: answered 200',
    '-5s Ngozi Okafor pays 60 (expire by hand)-',
    '-20s Ngozi Okafor pays 40 (expire by hand)-',
    '-30m the account expires (expire by hand)-',
  ])
})

test('what waits for an OTP is shown with each way it can go, then with its times', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect({}, play('otp'))).body
  const sent = [...created('otp'), '0s the customer gets an OTP by SMS']
  const steps = await stepsOf(shop, id)
  expect(steps.map(lineOf)).toEqual([
    ...sent,
    '[5m the OTP expires]',
    '[5m FAILED as otp_failed, unless the OTP was accepted]',
    '[FAILED as otp_failed (at wrong OTP 3)]',
    '[the customer is asked for the PIN (0s after the OTP)]',
    `[${pin} (3s after the OTP)]`,
    '[COMPLETED (3s after the OTP)]',
    `[${unsent} (0s after the final status)]`,
  ])
  expect(steps.slice(3, 7).map(({ branch, when }) => [branch, when])).toEqual([
    ['no_otp', { at: at(300_000) }],
    ['no_otp', { at: at(300_000) }],
    ['wrong_otp', { since: 'wrong_otp', count: 3, from: '0s', to: '0s' }],
    [undefined, { since: 'otp', from: '0s', to: '0s' }],
  ])
  // All on one frozen moment: what came first stands first.
  const otp = await shop.phone('0241234567').otp()
  await shop.post('/collections/otp', { id, otp: otp === '000000' ? '111111' : '000000' })
  await shop.post('/collections/otp', { id, otp })
  expect(await lifeOf(shop, id)).toEqual([
    ...sent,
    '0s the merchant submits a wrong OTP; 2 attempts left',
    '0s the merchant submits the right OTP',
    '0s the customer is asked for the PIN',
    '-5m the OTP expires (the OTP was accepted)-',
    `[3s ${pin}]`,
    '[3s COMPLETED]',
    `[3s ${unsent}]`,
  ])
})

test('a webhook that is held, dropped or sent again by hand is shown so', async () => {
  const { shop } = await openShopWithReceiver(sandbox)
  const late = (await shop.collect({ reference: 'a' }, play('late-webhook'))).body.id
  const dropped = (await shop.collect({ reference: 'b' }, play('dropped-webhook'))).body.id
  const held = (await shop.collect({ reference: 'c' }, play('out-of-order'))).body.id
  const plain = (await shop.collect({ reference: 'd' })).body.id
  await shop.advance('4s')
  const { id } = await shop.webhook({ reference: 'd' })
  await shop.post(`/_sandbox/webhooks/${id}/replay`, {})
  await shop.runUntilIdle('1s')
  const sent = '; unless answered 2xx within 10s of real time, again after 5s, 30s, 2m, 10m, 1h'
  expect((await lifeOf(shop, late)).slice(5)).toEqual([
    '3s webhook: held for 2 status queries',
    `[webhook attempt 1: sent${sent} (10s after status query 2 of the final status)]`,
  ])
  expect((await lifeOf(shop, dropped)).slice(5)).toEqual(['3s webhook: dropped, never sent'])
  expect((await lifeOf(shop, held)).slice(5)).toEqual([
    '3s webhook: held until 3 of its scenario are ready, at most 1m; then last-first',
    `[1m3s webhook attempt 1: sent${sent}]`,
  ])
  expect((await lifeOf(shop, plain)).slice(5)).toEqual([
    '3s webhook attempt 1: answered 200',
    '4s webhook: replay by hand',
    '4s webhook attempt 2: answered 200 (replay by hand)',
  ])
})

test('the create call stands where it was answered: first, or after the webhook that it waits for', async () => {
  const { shop } = await openShopWithReceiver(sandbox)
  const lifeWith = async (scenario: string) =>
    (await lifeOf(shop, (await shop.collect({ reference: scenario }, play(scenario))).body.id)).slice(1)
  expect(await lifeWith('before-reply')).toEqual([
    asked,
    `0s ${pin}`,
    '0s COMPLETED',
    '0s webhook attempt 1: answered 200',
    '0s the create call answers INITIATED',
  ])
  expect((await lifeWith('paid-at-once')).slice(0, 4)).toEqual([
    '0s the create call answers COMPLETED',
    asked,
    `0s ${pin}`,
    '0s COMPLETED',
  ])
})

test('a create call that is kept back is answered when its reply leaves, or its caller does', async () => {
  const yaml = (respond: string) =>
    `version: 1\ndefaults: { scenario: mine }\nscenarios: { mine: { respond: ${respond} } }`
  const late = await openShop(await startWithScenarios(yaml('{ delay: 20ms }')))
  const { id } = (await late.collect()).body
  expect((await lifeOf(late, id)).slice(1, 3)).toEqual([asked, '0s the create call answers INITIATED'])

  const own = await startWithScenarios(yaml('{ fault: hang }'))
  const shop = await openShop(own)
  const caller = new AbortController()
  const { path, body } = scenarioRequest('mobile-money', 'hangs')
  const headers = { authorization: shop.apiKey }
  const call = fetch(new URL(path, own.url), {
    method: 'POST',
    headers,
    body: JSON.stringify(body()),
    signal: caller.signal,
  })
  const stored = async () => (await shop.get('/_sandbox/transactions')).body.data[0]?.id
  const hanging = await until('it is stored', stored)
  const hangs = 'the create call hangs and then breaks off without an answer; the transaction is stored'
  expect((await lifeOf(shop, hanging)).slice(1, 3)).toEqual([asked, `[${hangs} (1m of real time)]`])
  await shop.advance('1s')
  caller.abort()
  await expect(call).rejects.toThrow()
  const left = '1s the create call was given up by its caller before the answer; the transaction is stored'
  await until('the sandbox notices', async () => (await lifeOf(shop, hanging)).includes(left) || undefined)
})

test('the webhooks of two final statuses say which they report', async () => {
  const { shop } = await openShopWithReceiver(sandbox, { lateTransfers: 'accept' })
  const { id } = (await shop.generate({ amount: 100 }, play('va-late'))).body
  const planned = (await lifeOf(shop, id)).flatMap((line) => /webhook of \w+/.exec(line) ?? [])
  expect(planned).toEqual(['webhook of FAILED', 'webhook of COMPLETED'])
  await shop.runUntilIdle()
  const made = (await stepsOf(shop, id)).filter(({ kind }) => kind === 'webhook_attempted')
  expect(made.map(({ text, of }) => [of, text])).toEqual([
    ['FAILED', 'webhook of FAILED attempt 1: answered 200'],
    ['COMPLETED', 'webhook of COMPLETED attempt 1: answered 200'],
  ])
})

test('a call is answered only the parts that it asks for, and near misses only if it asks to explain', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect()).body
  const keysWith = async (query: string) => Object.keys((await shop.get(`/_sandbox/transactions/${id}${query}`)).body)
  expect(await keysWith('?parts=steps')).toEqual(['steps'])
  expect(await keysWith('?parts=deliveries,steps')).toEqual(['steps', 'deliveries'])
  const record = await keysWith('?parts=record')
  expect(record).not.toContain('nearMisses')
  expect(await keysWith('')).toEqual([...record, 'steps', 'deliveries'])
  expect(await keysWith('?explain=true')).toEqual(expect.arrayContaining([...record, 'nearMisses', 'steps']))
  expect(
    Object.keys((await shop.get('/_sandbox/transactions/wait?name=order-1&status=INITIATED&parts=steps')).body),
  ).toEqual(['steps'])
  const refused = await shop.get(`/_sandbox/transactions/${id}?parts=record,life`)
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'parts: life is not a part; write some of record, steps, deliveries',
  ])
})
