import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Transaction } from '../../src/dashboard/state/transaction.ts'
import { placeOfNow, placeSigns } from '../../src/dashboard/timeline/place-signs.ts'
import type { Sign } from '../../src/dashboard/timeline/sign.ts'
import { timelineSigns } from '../../src/dashboard/timeline/timeline-signs.ts'
import { curlNote, curlOf, receivedCurl } from '../../src/dashboard/transaction/curl.ts'
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
    'customer: Types PIN neutral ahead',
    'transaction: Completed neutral ahead',
    'server: Webhook neutral ahead',
  ])
  await shop.advance('10s')
  expect(timelineSigns(await shown(shop, created)).map(textOf)).toEqual([
    'transaction: Created neutral',
    'customer: Prompt neutral',
    'customer: Types PIN neutral',
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
  expect(picture.placed.map(({ x }) => x - 100)).toEqual([0, 0, 80, 80, 195, 260])
  expect(picture.placed.map(({ y }) => y)).toEqual([32, 106, 180, 246, 180, 32])
  expect([picture.width, picture.height]).toEqual([100 + 260 + 72, 332])
})

test('the last sign of a high stack stands for the rest', () => {
  const { placed, height } = placeSigns(Array(6).fill(signAt('server', 0)), { left: 0, width: 0 })
  expect(placed.map(({ sign }) => sign.title)).toEqual(['', '', '4 more'])
  expect(height).toBe(250)
})

test('ends that exclude each other branch off below the line, each with its condition, and the line goes on', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ smsOtp: true })
  const signs = timelineSigns(await shown(shop, await shop.collect()))
  const { placed, lanes } = placeSigns(signs, { left: 0, width: 0 })
  const ends = placed.filter(({ sign }) => /^(?:Completed|Failed)$/.test(sign.title))
  const line = lanes.find(({ lane }) => lane === 'transaction')?.y ?? 0
  expect(ends.map(({ sign, x, y }) => `${sign.title}: ${sign.detail}, at ${x}, ${y - line} below`)).toEqual([
    'Failed: if no OTP comes, at 65, 66 below',
    'Failed: at wrong OTP 3, at 65, 132 below',
    'Completed: 3s after the OTP, at 130, 0 below',
  ])
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
  const ofKey = 'Its key is the variable PAYMENTS_SANDBOX_API_KEY: export it first.'
  expect(curlNote(call)).toBe(`Its reference is new, because a used one is refused. ${ofKey}`)
  expect(curlNote({ ...call, body: null, bodyText: null })).toBe(ofKey)
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
