import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openEvents } from '../support/event-stream.ts'
import { openSandbox, openSharedSandbox, startTime } from '../support/opened-sandbox.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'
import { openWire, requestText } from '../support/wire.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests compare whole entries and reach into them freely
type Shown = any

const sandbox = await openSharedSandbox()

async function journal(key: string, query = '') {
  const { status, body } = await call(sandbox.url, `/_sandbox/requests${query}`, { key })
  expect(status).toBe(200)
  return body.data
}

test('a call is shown whole: what was sent, what was answered, and what it was about', async () => {
  const shop = sandbox.shop()
  const headers = { 'x-sandbox-scenario': 'wrong-pin', 'user-agent': 'till/1' }
  const body = { amount: 5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567' }
  const sent = { ...body, reason: 'Order', reference: 'order-1' }
  const calling = { key: shop.key, body: sent, headers }
  const answer = await call(sandbox.url, '/collections/mobilemoney?from=till', calling)
  const [shown, ...others] = await journal(shop.key)
  expect(others).toEqual([])
  expect(shown).toEqual({
    number: expect.any(Number),
    at: startTime,
    method: 'POST',
    path: '/collections/mobilemoney?from=till',
    headers: {
      authorization: 'test_sh...',
      'content-type': 'application/json',
      'content-length': String(JSON.stringify(sent).length),
      'x-sandbox-scenario': 'wrong-pin',
      'user-agent': 'till/1',
      host: `127.0.0.1:${sandbox.port}`,
      connection: 'close',
    },
    body: sent,
    bodyProblem: null,
    status: 200,
    answer: answer.body,
    answerProblem: null,
    hint: null,
    scenario: { name: 'wrong-pin', by: 'header' },
    fault: null,
    durationMs: expect.any(Number),
    transactionId: answer.body.id,
    reference: 'order-1',
  })
})

test('refused calls are shown with what was wrong: unknown paths, rules, keys with a scheme word, strange hosts', async () => {
  const { key, post, call } = sandbox.shop()
  await post('/collections/mobile-money?x=1', { reference: 'order-1' })
  await post('/collections/mobilemoney', { reference: 'order-2' })
  await call('/balance', { key: `Bearer ${key}` })
  await call('/balance', { headers: { host: 'web-1:4747' } })
  await call('/payments/tx-1', { method: 'HEAD' })
  const shown = (await journal(key)).map(({ method, path, status, body, hint, reference, headers }: Shown) => {
    return [`${method} ${path} ${status}`, body, hint, reference, headers.authorization]
  })
  expect(shown).toEqual([
    ['HEAD /payments/tx-1 404', null, '/payments/tx-1 takes GET, not HEAD', null, 'test_sh...'],
    ['GET /balance 403', null, null, null, 'test_sh...'],
    ['GET /balance 401', null, expect.stringMatching(/without a scheme word/), null, 'Bearer ...'],
    ['POST /collections/mobilemoney 400', { reference: 'order-2' }, null, 'order-2', 'test_sh...'],
    [
      'POST /collections/mobile-money?x=1 404',
      { reference: 'order-1' },
      'did you mean POST /collections/mobilemoney?',
      'order-1',
      'test_sh...',
    ],
  ])
})

test.each([
  ['too often', { rateLimit: { requests: 1, per: '1h' } }, 429],
  ['from an address that is not allowed', { ipAllowList: ['192.0.2.1'] }, 500],
])('a call that comes %s is shown', async (_why, settings, status) => {
  const shop = sandbox.shop(settings)
  await shop.get('/balance')
  const answer = await shop.collect()
  const [shown] = await journal(shop.key)
  expect(shown).toMatchObject({ path: '/collections/mobilemoney', status, answer: answer.body, reference: 'order-1' })
})

test('calls without a key, with a live key or with one that is not declared belong to no business; calls to the sandbox itself are not listed', async () => {
  const strict = await openSandbox({ keys: 'declared', businesses: { test_known: {} } })
  for (const key of [null, 'live_abc', 'test_unknown', 'test_known']) await call(strict.url, '/balance', { key })
  await call(strict.url, '/_sandbox/clock', { key: 'test_known' })
  await call(strict.url, '/_sandbox/clocks', { key: 'test_known' })
  const { data } = (await call(strict.url, '/_sandbox/requests', { key: 'test_known' })).body
  expect(data.map(({ path, status }: Shown) => `${path} ${status}`)).toEqual(['/balance 200'])
  expect(await journal('test_sandbox')).toEqual([])
})

test('businesses do not see each other; a reset forgets', async () => {
  const [shop, other] = [sandbox.shop(), sandbox.shop()]
  await shop.collect()
  await other.get('/balance')
  expect(await journal(shop.key)).toHaveLength(1)
  await shop.post('/_sandbox/reset')
  expect(await journal(shop.key)).toEqual([])
  expect(await journal(other.key)).toHaveLength(1)
})

test('the newest comes first; path, status and limit choose', async () => {
  const shop = sandbox.shop()
  await shop.get('/balance')
  await shop.get('/payments/a?full=1')
  await shop.get('/payments/b')
  await shop.get('/balances')
  const paths = async (query: string) => (await journal(shop.key, query)).map(({ path }: Shown) => path)
  expect(await paths('')).toEqual(['/balances', '/payments/b', '/payments/a?full=1', '/balance'])
  expect(await paths('?path=/payments')).toEqual(['/payments/b', '/payments/a?full=1'])
  expect(await paths('?path=/payments/a')).toEqual(['/payments/a?full=1'])
  expect(await paths('?path=/balance')).toEqual(['/balances', '/balance'])
  expect(await paths('?path=*/b')).toEqual(['/payments/b'])
  expect(await paths('?status=404')).toEqual(['/balances', '/payments/b', '/payments/a?full=1'])
  expect(await paths('?status=2xx')).toEqual(['/balance'])
  expect(await paths('?status=4xx&limit=2')).toEqual(['/balances', '/payments/b'])
  const [, second] = await journal(shop.key)
  expect(await paths(`?limit=1&before=${second?.number}`)).toEqual(['/payments/a?full=1'])
})

test('the calls about one transaction can be asked for', async () => {
  const shop = sandbox.shop()
  const { id } = (await shop.collect()).body
  await shop.collect({ reference: 'other' })
  await shop.get(`/payments/${id}`)
  const about = await journal(shop.key, `?transactionId=${id}`)
  expect(about.map(({ path }: Shown) => path)).toEqual([`/payments/${id}`, '/collections/mobilemoney'])
  expect(await journal(shop.key, `?transactionId=${id}&limit=1`)).toHaveLength(1)
})

test.each([
  ['?status=6xx', 'status: is not a status such as 400 or 4xx'],
  ['?status=40', 'status: is not a status such as 400 or 4xx'],
  ['?limit=0', 'limit: is not a whole number from 1 to 1000'],
  ['?pth=/x', 'pth: unknown key; did you mean path?'],
])('the query %s is refused', async (query, message) => {
  const { status, body } = await sandbox.shop().get(`/_sandbox/requests${query}`)
  expect(body).toEqual({ error: { code: 'invalid', message } })
  expect(status).toBe(400)
})

const bodies: readonly (readonly [string, string | Buffer, unknown, string | RegExp | null])[] = [
  ['JSON', '{"a":[1,"é"]}', { a: [1, 'é'] }, null],
  ['a list', '[1]', [1], null],
  ['no JSON', "{'a': 1}", "{'a': 1}", /^is not valid JSON: ./],
  ['a form', 'amount=5&currency=GHS', 'amount=5&currency=GHS', /^is not valid JSON: ./],
  ['bytes that are not text', Buffer.from([0x7b, 0xff, 0x7d]), '{\ufffd}', 'is not valid UTF-8'],
  [
    'JSON without an end of brackets',
    '['.repeat(5000) + ']'.repeat(5000),
    expect.any(String),
    'nests deeper than 64 levels',
  ],
  [
    'JSON with names of its own',
    '{"__proto__":{"a":1},"constructor":2}',
    JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
    null,
  ],
  ['much', `"${'x'.repeat(40_000)}"`, `"${'x'.repeat(16_383)}`, 'the first 16384 of 40002 bytes'],
  ['far too much', 'x'.repeat(1_100_000), 'x'.repeat(16_384), 'the first 16384 of 1100000 bytes'],
]

test.each(bodies)('a body that is %s is shown as it came', async (_what, sent, body, bodyProblem) => {
  const shop = sandbox.shop()
  await shop.call('/collections/mobilemoney', { body: sent })
  const [shown] = await journal(shop.key)
  expect(shown.body).toEqual(body)
  if (typeof bodyProblem === 'string' || bodyProblem === null) expect(shown.bodyProblem).toBe(bodyProblem)
  else expect(shown.bodyProblem).toMatch(bodyProblem)
})

test('a body that was cut off is shown with what came of it, and that the caller did not get the answer', async () => {
  const { key } = sandbox.shop()
  const wire = await openWire(sandbox.port)
  const head = { authorization: key, 'content-length': '100' }
  wire.write(requestText('POST /collections/mobilemoney', head, '').toString())
  wire.write('{"reference":"order-1"')
  wire.write(',')
  wire.end()
  wire.destroy()
  const [shown] = await until('it is shown', async () => (await journal(key)).length > 0 && journal(key))
  expect(shown).toMatchObject({ status: null, answer: null, fault: 'caller-gone', transactionId: null })
})

test('what a scenario did to the answer is shown, and the transaction all the same', async () => {
  const own = await startWithScenarios(`
version: 1
scenarios:
  lost: { respond: { fault: drop-after-commit }, outcome: approved }
  broken: { respond: { fault: malformed-json }, outcome: approved }
  late: { respond: { delay: 20ms }, outcome: approved }
  refused: { respond: { fault: drop-before-commit } }
`)
  const { apiKey: key } = await own.business()
  const collect = (scenario: string) => {
    const body = mobileMoney({ reference: `order-${scenario}` })
    return call(own.url, '/collections/mobilemoney', { key, body, headers: { 'x-sandbox-scenario': scenario } })
  }
  await expect(collect('lost')).rejects.toThrow()
  const broken = await collect('broken')
  const late = await collect('late')
  await expect(collect('refused')).rejects.toThrow()
  const { data } = (await call(own.url, '/_sandbox/requests', { key })).body
  const { data: stored } = (await call(own.url, '/_sandbox/transactions', { key })).body
  const idOf = (name: string) => stored.find((one: Shown) => one.reference_business === `order-${name}`)?.id ?? null
  const common = (name: string) => {
    return { scenario: { name, by: 'header' }, reference: `order-${name}`, transactionId: idOf(name) }
  }
  expect(data).toMatchObject([
    { ...common('refused'), status: null, answer: null, fault: 'drop' },
    { ...common('late'), status: 200, answer: late.body, fault: null },
    { ...common('broken'), status: 200, answer: broken.text, fault: 'malformed-json' },
    { ...common('lost'), status: null, answer: null, fault: 'drop' },
  ])
  expect(data[1].durationMs).toBeGreaterThanOrEqual(20)
  expect(data[2].answerProblem).toMatch(/^is not valid JSON/)
  expect([idOf('lost'), idOf('broken'), idOf('late'), idOf('refused')]).toEqual([
    ...Array(3).fill(expect.any(String)),
    null,
  ])
})

const live = 'live_9f3A-secret_Key'
const hidden: readonly (readonly [string, string, Record<string, string>, string | undefined])[] = [
  ['a header', '/balance', { 'x-note': `my ${live}` }, undefined],
  ['the name of a header', '/balance', { [live]: '1' }, undefined],
  ['the path', `/payments/${live}`, {}, undefined],
  ['the query', `/balance?key=${live}&a=1`, {}, undefined],
  ['a query with percent signs', `/balance?key=${live.replace('_', '%5F')}`, {}, undefined],
  ['a path with percent signs', `/payments/%6c%69ve${'%5f'}9f3A-secret_Key`, {}, undefined],
  ['a path whose percent signs are wrong', '/payments/%6cive_9f3A-secret_Key%zz', {}, undefined],
  ['a value of the body', '/collections/mobilemoney', {}, JSON.stringify({ metadata: { key: live } })],
  ['a key of the body', '/collections/mobilemoney', {}, JSON.stringify({ [live]: 1 })],
  ['an escaped value of the body', '/collections/mobilemoney', {}, '{"reason":"\\u006cive\\u005f9f3A-secret_Key"}'],
  ['a body that is not JSON', '/collections/mobilemoney', {}, `reason=${live}`],
  ['a body that is not JSON at a key', '/collections/mobilemoney', {}, `{"reason": ${live}}`],
  ['a long body', '/collections/mobilemoney', {}, `${'x'.repeat(16_000)} ${live} ${'x'.repeat(16_000)}`],
  ['a long body that is cut off in it', '/collections/mobilemoney', {}, `${'x'.repeat(16_381)}${live}`],
]

test.each(hidden)('a live key in %s is never shown', async (_where, path, headers, body) => {
  const shop = sandbox.shop()
  const stream = await openEvents(sandbox.url, '/_sandbox/events?requests=true', { authorization: shop.key })
  await shop.call(path, { headers, ...(body === undefined ? {} : { body }) })
  const text = JSON.stringify([await journal(shop.key), await stream.arrived(1)])
  expect(text).toContain(path.slice(0, 5))
  expect(text).not.toMatch(/9f3A|secret|live_(?!\.\.\.)/i)
})

test('a live key that is answered in an echo of the metadata is not shown either', async () => {
  const shop = sandbox.shop()
  const { body } = await shop.collect({ metadata: { note: live } })
  expect(body.metadata.note).toBe(live)
  const [shown] = await journal(shop.key)
  expect([shown.body.metadata, shown.answer.metadata]).toEqual([{ note: 'live_...' }, { note: 'live_...', smsFee: 0 }])
})

test('a live key in a reference is taken away once', async () => {
  const shop = sandbox.shop()
  const stream = await openEvents(sandbox.url, '/_sandbox/events?requests=true', { authorization: shop.key })
  await shop.collect({ reference: `${live} sk ${live}` })
  const [shown] = await journal(shop.key)
  expect(shown.reference).toBe('live_... sk live_...')
  expect((await stream.block(({ event }) => event === 'request')).data.reference).toBe(shown.reference)
})

test('tokens, cookies and keys in other headers are not shown; an idempotency key is', async () => {
  const shop = sandbox.shop()
  const secret = {
    cookie: 'a=s3cret',
    'x-sandbox-token': 's3cret',
    'x-api-key': 's3cret',
    'proxy-authorization': 's3cret',
  }
  await shop.call('/balance', { headers: { ...secret, 'idempotency-key': 'order-1' } })
  const [{ headers }] = await journal(shop.key)
  expect(headers).toMatchObject({
    ...Object.fromEntries(Object.keys(secret).map((name) => [name, '...'])),
    'idempotency-key': 'order-1',
  })
})

test('calls are found by words of their bodies and answers, and by no letter of a key', async () => {
  const shop = sandbox.shop()
  const secret = `live_${'s3cr3t'.repeat(4)}`
  await shop.collect({ reference: 'first', reason: `of ${secret}`, accountName: 'Été' })
  await shop.call('/balance', { headers: { cookie: 'hidden=1', 'x-note': secret } })
  const { id } = (await shop.collect({ reference: 'second', amount: -1 })).body
  expect(id).toBe(undefined)
  const found = async (search: string, more = '') => {
    const calls = await journal(shop.key, `?search=${encodeURIComponent(search)}${more}`)
    return calls.map(({ path, reference }: Shown) => reference ?? path)
  }
  expect(await found('reason')).toEqual(['second', 'first'])
  expect(await found('ÉTÉ')).toEqual(['first'])
  expect(await found('"amount":-1')).toEqual(['second'])
  expect(await found('greater 400')).toEqual(['second'])
  expect(await found('/balance')).toEqual(['/balance'])
  expect(await found('mobilemoney', '&limit=1')).toEqual(['second'])
  expect(await found('live_...')).toEqual(['first'])
  for (const hidden of [secret, 's3cr3t', 'hidden']) expect([hidden, await found(hidden)]).toEqual([hidden, []])
})

test('of very many calls the last 1,000 are kept', async () => {
  const shop = sandbox.shop()
  for (let hundred = 0; hundred < 11; hundred++) {
    await Promise.all(Array.from({ length: 100 }, (_, index) => shop.get(`/payments/p${hundred * 100 + index}`)))
  }
  const shown: readonly Shown[] = await journal(shop.key, '?limit=1000')
  expect(shown).toHaveLength(1000)
  const numbers = shown.map(({ number }) => number)
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
  const firsts = shown.filter(({ path }) => /^\/payments\/p\d{1,2}$/.test(path))
  expect(firsts).toEqual([])
})

test('the submission of a wrong OTP is listed with its transaction', async () => {
  const shop = sandbox.shop()
  const { id } = (await shop.collect({ accountNumber: '0240009190' })).body
  await shop.post('/collections/otp', { id, otp: '000000' })
  const paths = (await journal(shop.key, `?transactionId=${id}`)).map(({ path }: Shown) => path)
  expect(paths).toEqual(['/collections/otp', '/collections/mobilemoney'])
})
