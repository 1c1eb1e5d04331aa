import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Transaction } from '../../src/dashboard/state/transaction.ts'
import { placeOfNow, placeSigns } from '../../src/dashboard/timeline/place-signs.ts'
import type { Sign } from '../../src/dashboard/timeline/sign.ts'
import { timelineSigns } from '../../src/dashboard/timeline/timeline-signs.ts'
import { curlOf, receivedCurl } from '../../src/dashboard/transaction/curl.ts'
import {
  attemptWords,
  deliveryWords,
  isBusy,
  isFailing,
  noWebhookWords,
} from '../../src/dashboard/transaction/delivery-words.ts'
import { callOfStep } from '../../src/dashboard/transaction/step-of.ts'
import { shellQuoted } from '../../src/text.ts'
import { openSandbox, type Shop, startTime } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'
import { startMerchant } from '../support/start-merchant.ts'

const start = Date.parse(startTime)

async function shown(shop: Shop, { body }: { readonly body: { readonly id: string } }): Promise<Transaction> {
  return (await shop.get(`/_sandbox/transactions/${body.id}`)).body
}

const textOf = ({ lane, title, tone, isAhead }: Sign) => `${lane}: ${title} ${tone}${isAhead ? ' ahead' : ''}`

test('the picture has past events in the lanes of their participants, and those still to come', async () => {
  const merchant = await startMerchant(() => 503)
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['5s', '1m'] })
  const created = await shop.collect()
  expect(timelineSigns(await shown(shop, created)).map(textOf)).toEqual([
    'transaction: Created neutral',
    'customer: Prompt neutral',
    'customer: Types the PIN neutral ahead',
    'transaction: Completed neutral ahead',
    'server: Webhook neutral ahead',
  ])
  await shop.advance('10s')
  expect(timelineSigns(await shown(shop, created)).map(textOf)).toEqual([
    'transaction: Created neutral',
    'customer: Prompt neutral',
    'customer: Types the PIN neutral',
    'transaction: Completed good',
    'server: 503 bad',
    'server: 503 bad',
    'server: Attempt 3 neutral ahead',
  ])
  await shop.advance('2m')
  expect(
    timelineSigns(await shown(shop, created))
      .map(textOf)
      .slice(-2),
  ).toEqual(['server: 503 bad', 'server: Given up bad'])
})

test('the picture has the order of the steps: nothing of one moment is drawn before its cause', async () => {
  const merchant = await startMerchant(() => 200)
  const shop = (await openSandbox()).shop({ callbackUrl: merchant.url, smsOtp: true })
  const created = await shop.collect()
  await shop.post('/collections/otp', { id: created.body.id, otp: '000000' })
  const { otp } = (await shop.get('/_sandbox/phones/0241234567/otp')).body
  await shop.post('/collections/otp', { id: created.body.id, otp })
  const titles = async ({ body }: typeof created) =>
    timelineSigns(await shown(shop, { body })).map(({ title }) => title)
  expect((await titles(created)).slice(0, 5)).toEqual(['Created', 'OTP sent', 'Wrong OTP', 'Right OTP', 'Prompt'])
  const expired = await shop.collect({ reference: 'late' })
  await shop.advance('1h')
  expect(await titles(expired)).toEqual(['Created', 'OTP sent', 'OTP expires', 'Failed', '200'])
})

test('an answer that waits for the webhook is drawn after it', async () => {
  const merchant = await startMerchant(() => 200)
  const shop = (await openSandbox()).shop({ callbackUrl: merchant.url })
  const raced = await shop.collect({ reference: 'scn:before-reply:1' })
  const titles = timelineSigns(await shown(shop, raced)).map(({ title }) => title)
  expect(titles.slice(-3)).toEqual(['Completed', '200', 'Answered'])
})

test('a transfer that the account does not take is not drawn as paid', async () => {
  const shop = (await openSandbox()).shop()
  const created = await shop.generate({ reference: 'order-1' })
  const { account_number } = created.body.virtual_account
  for (let times = 0; times < 2; times++) await shop.post(`/_sandbox/virtual-accounts/${account_number}/transfers`)
  const signs = timelineSigns(await shown(shop, created))
  expect(signs.filter(({ lane }) => lane === 'customer').map(({ title }) => title)).toEqual([
    'NGN 5,000.00',
    'NGN 5,000.00',
    // The scenario's own transfer is still to come.
    'NGN 5,000.00',
  ])
})

test('many status queries in a row are one sign with their number', async () => {
  const shop = (await openSandbox()).shop()
  const created = await shop.collect()
  for (let times = 0; times < 3; times++) await shop.get(`/payments/${created.body.id}`)
  expect(timelineSigns(await shown(shop, created)).map(({ title }) => title)).toContain('Asks ×3')
})

test('a step that waits for the customer has no time, and is last', async () => {
  const shop = (await openSandbox()).shop()
  const created = await shop.collect({ accountNumber: '0240009190' })
  const signs = timelineSigns(await shown(shop, created))
  expect(signs.map(textOf)).toContain('customer: OTP sent neutral')
  expect(signs.at(-1)?.at).toBeNull()
})

const signAt = (lane: Sign['lane'], at: number | null): Sign => {
  return { lane, at, icon: 'send', title: '', detail: '', tone: 'neutral', isAhead: false }
}

test('signs of one time share a place, stacked in their lanes, and longer waits are wider', () => {
  const signs = [
    signAt('transaction', 0),
    signAt('customer', 0),
    signAt('server', 3000),
    signAt('server', 3000),
    signAt('server', 3_603_000),
    signAt('customer', null),
  ]
  const picture = placeSigns(signs, { left: 100, width: 0 })
  expect(picture.placed.map(({ x }) => x - 100)).toEqual([0, 0, 64, 64, 156, 208])
  expect(picture.placed.map(({ y }) => y)).toEqual([30, 104, 178, 244, 178, 30])
  expect([picture.width, picture.height]).toEqual([100 + 208 + 72, 318])
})

test('what follows within a quarter of a second stands at the same place, and beside it in the same lane', () => {
  const at = (lane: Sign['lane'], ms: number) => signAt(lane, 5000 + ms)
  const signs = [at('transaction', 0), at('server', 1), at('transaction', 100), at('server', 101), at('server', 400)]
  const { placed } = placeSigns(signs, { left: 0, width: 0 })
  expect(placed.map(({ x }) => Math.round(x))).toEqual([0, 0, 53, 53, 107])
  expect(placed.map(({ y }) => y)).toEqual([30, 104, 30, 104, 104])
})

test('an account that expires and is paid late has two ends, one after the other', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ lateTransfers: 'accept' })
  const created = await shop.generate({ reference: 'scn:va-late:1' })
  const ends = timelineSigns(await shown(shop, created)).filter(({ icon }) => icon === 'FAILED' || icon === 'COMPLETED')
  expect(ends.map(({ icon, isAlternative }) => [icon, isAlternative])).toEqual([
    ['FAILED', false],
    ['COMPLETED', false],
  ])
})

test('the last sign of a high stack stands for the rest', () => {
  const { placed, height } = placeSigns(Array(6).fill(signAt('server', 0)), { left: 0, width: 0 })
  expect(placed.map(({ sign }) => sign.title)).toEqual(['', '', '4 more'])
  expect(height).toBe(236)
})

test('ends that exclude each other branch off below the line, each with its condition, and the line goes on', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ smsOtp: true })
  const signs = timelineSigns(await shown(shop, await shop.collect()))
  const { placed, lanes } = placeSigns(signs, { left: 0, width: 0 })
  const ends = placed.filter(({ sign }) => /^(?:Completed|Failed)$/.test(sign.title))
  const line = lanes.find(({ lane }) => lane === 'transaction')?.y ?? 0
  expect(ends.map(({ sign, x, y }) => `${sign.title}: ${sign.detail}, at ${x}, ${y - line} below`)).toEqual([
    'Failed: if no OTP comes, at 52, 66 below',
    'Failed: at wrong OTP 3, at 52, 132 below',
    'Completed: 3s after the OTP, at 104, 0 below',
  ])
})

test('a webhook that a replay delivers stays given up before', async () => {
  let status = 500
  const merchant = await startMerchant(() => status)
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1s'] })
  const created = await shop.collect()
  await shop.advance('1m')
  const replayed = async () => {
    const [delivery] = (await shop.get('/_sandbox/webhooks')).body.data
    const answer = (await shop.post(`/_sandbox/webhooks/${delivery.id}/replay`)).body
    return deliveryWords(answer, (await shown(shop, created)).steps).title
  }
  expect(await replayed()).toBe('Given up after 2 attempts, 1 replay failed')
  status = 200
  expect(await replayed()).toBe('Given up after 2 attempts, delivered by a replay')
  const { steps } = await shown(shop, created)
  expect(steps.map(({ event }) => event)).toContain('webhook: given up after 2 attempts')
})

test('a replay before the next try is not counted as a try', async () => {
  const merchant = await startMerchant(() => 500)
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1s', '1h'] })
  const created = await shop.collect()
  await shop.advance('10s')
  const [{ id }] = (await shop.get('/_sandbox/webhooks')).body.data
  const replayed = (await shop.post(`/_sandbox/webhooks/${id}/replay`)).body
  const { steps } = await shown(shop, created)
  expect(deliveryWords(replayed, steps).title).toBe('answered 500, attempt 4 is next')
  expect(deliveryWords(replayed).title).toBe('answered 500, up to 1 more')
})

test('only lanes with signs are drawn', () => {
  const lanesOf = (signs: readonly Sign[]) => placeSigns(signs, { left: 100, width: 0 }).lanes
  expect(lanesOf([signAt('server', 0), signAt('transaction', 0)])).toEqual([
    { lane: 'transaction', y: 30 },
    { lane: 'server', y: 104 },
  ])
  expect(lanesOf([signAt('customer', 0)])).toEqual([{ lane: 'customer', y: 30 }])
})

test('few signs fill the room', () => {
  const picture = placeSigns([signAt('transaction', 0), signAt('transaction', 3000)], { left: 100, width: 400 })
  expect(picture.placed.map(({ x }) => x)).toEqual([100, 328])
  expect(picture.width).toBe(400)
})

test('now moves between the last event and the next, and is not shown if no event is timed', () => {
  const happened = signAt('transaction', start)
  const ahead = { ...signAt('transaction', start + 4000), isAhead: true }
  const picture = placeSigns([happened, ahead], { left: 0, width: 0 })
  const [from = 0, to = 0] = picture.columns.map(({ x }) => x)
  expect(placeOfNow(picture, start + 1000)).toBe(from + (to - from) / 4)
  // The page's clock is a little behind: what has happened is not after now.
  expect(placeOfNow(picture, start - 300)).toBe(from)
  expect(placeOfNow(picture, start + 5000)).toBeNull()
})

test('a call copied as curl is the same call with any body', () => {
  const body = { text: 'it\'s $HOME `id` \\ "quoted" \n é <b>' }
  const command = curlOf({
    method: 'POST',
    url: 'http://127.0.0.1:1/a',
    headers: { authorization: "test_'x", host: 'gone', 'content-type': 'application/json' },
    body,
  })
  const shown = execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\0'`)], { encoding: 'utf8' })
  expect(shown.split('\0')).toEqual([
    '-X',
    'POST',
    'http://127.0.0.1:1/a',
    '-H',
    "authorization: test_'x",
    '-H',
    'content-type: application/json',
    '--data-raw',
    JSON.stringify(body),
    '',
  ])
})

test('the reference of a copied call is its top-level one, not one within another value', () => {
  const body = '{"metadata":{"reference":"inner"},"list":[{"reference":"x"}],"reference":"nest-1"}'
  const call = { method: 'POST', path: '/collections/mobilemoney', headers: {}, body: null, bodyText: body }
  expect(receivedCurl(call, 'http://127.0.0.1:1', 'b')).toContain(body.replace('nest-1', 'nest-1-b'))
})

test('a received call is copied byte for byte, with a new reference and a variable for its key', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const body = `{ "amount": 10.50, "note": "it's", "reference" : "order-1",${JSON.stringify(mobileMoney()).slice(1)}`
    .replace('"amount":100.5,', '')
    .replace(',"reference":"order-1"', '')
  expect((await shop.post('/collections/mobilemoney', body)).status).toBe(200)
  const [call] = (await shop.get('/_sandbox/requests')).body.data
  const command = receivedCurl(call, sandbox.url, 'b')
  expect(command).not.toContain(shop.key)
  expect(command).toContain(shellQuoted(body.replace('order-1', 'order-1-b')))
  const env = { ...process.env, PAYMENTS_SANDBOX_API_KEY: shop.key }
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env })
  const { reference_business: reference, callbackURL } = JSON.parse(stdout)
  expect([reference, callbackURL]).toEqual(['order-1-b', undefined])
})

test('a call of which the journal shows a live key as ... has no text of its body', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.post('/collections/mobilemoney', '{ "reason": "live_abc", "x": 1 }')
  await shop.post('/collections/mobilemoney', '{ "reason": "\\u006cive_abc", "x": 1 }')
  const { data } = (await shop.get('/_sandbox/requests')).body
  expect(data.map(({ bodyText = null }) => bodyText)).toEqual([null, null])
  expect(JSON.stringify(data)).not.toContain('ive_abc')
})

test.each([
  ['delivered', 1, 'Delivered, 1 attempt'],
  ['exhausted', 3, 'Given up after 3 attempts'],
  ['pending', 0, 'Not tried yet'],
  ['pending', 2, 'no answer, attempt 3 is next'],
  ['held', 0, 'Held back by the scenario'],
  ['dropped', 0, 'Never sent: the scenario drops it'],
] as const)('a webhook that is %s with %d attempts is %s', (status, count, title) => {
  const attempt = { number: 1, at: startTime, sent: true, headers: {}, response: null, error: null, durationMs: 1 }
  expect(deliveryWords({ id: 'd', status, attempts: Array(count).fill(attempt) }, []).title).toBe(title)
})

test.each([
  [{ response: { status: 204, body: '' }, error: null, durationMs: 1 }, 'answered 204', 'good'],
  [{ response: { status: 500, body: '' }, error: null, durationMs: 1 }, 'answered 500', 'bad'],
  [{ response: null, error: 'connection refused', durationMs: 1 }, 'connection refused', 'bad'],
  [{ response: null, error: 'not finished', durationMs: null }, 'under way', 'neutral'],
] as const)('an attempt %j is %s', (attempt, title, tone) => {
  expect(attemptWords(attempt)).toMatchObject({ title, tone })
})

test('an attempt whose signature the scenario spoiled says so, also once the webhook is delivered', async () => {
  const answers = [401, 403, 401, 200]
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: (await startMerchant(() => answers.shift() ?? 200)).url })
  const created = await shop.collect({ reference: 'scn:wrong-signature:1' })
  await shop.advance('1d')
  const [delivery] = (await shown(shop, created)).deliveries
  expect(delivery?.attempts.map(attemptWords).map(({ title, tone }) => `${title} ${tone}`)).toEqual([
    'answered 401 to a missing signature good',
    'answered 403 to a corrupt signature good',
    'answered 401 to a signature with another key good',
    'answered 200 good',
  ])
})

test('an attempt under way is neither a failure of its webhook nor a failed replay', async () => {
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'slow' ? 'hang' : 500))
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: [] })
  await shop.collect({ reference: 'slow' })
  void shop.advance('10s').catch(() => {})
  await merchant.received(1)
  const [slow] = (await shop.get('/_sandbox/webhooks')).body.data
  expect(slow.attempts).toHaveLength(1)
  expect([isFailing(slow), deliveryWords(slow, []).title, isBusy(slow)]).toEqual([false, 'Under way', true])
  expect((await shop.get('/_sandbox/webhooks?failed=true')).body.data).toEqual([])
})

test('a final transaction without a webhook is said to get none', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { id } = (await shop.collect()).body
  await shop.advance('1m')
  const { steps } = (await shop.get(`/_sandbox/transactions/${id}`)).body
  expect(noWebhookWords(steps)).toBe('No webhook: the request has no callbackURL and the business no callbackUrl.')
  expect(noWebhookWords([])).toContain('No webhook yet')
})

test('a step opens the call that made it happen, counted from the newest', () => {
  const steps = ['created', 'answered', 'otp_refused', 'otp_accepted', 'settled', 'status_queried'] as const
  const call = (method: string, path: string) => ({ method, path })
  const calls = [call('POST', '/collections/mobilemoney'), call('POST', '/collections/otp'), call('GET', '/payments/1')]
  const opened = steps.map(
    (_, index) =>
      callOfStep(
        steps.map((kind) => ({ kind })),
        index,
        calls,
      )?.path,
  )
  // The journal has forgotten the first submission.
  expect(opened).toEqual([calls[0]?.path, calls[0]?.path, undefined, '/collections/otp', undefined, '/payments/1'])
})
