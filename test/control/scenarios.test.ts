import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { mobileMoney } from '../support/requests.ts'
import { expectRefusal, openShop, type Shop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const put = (shop: Shop, body: unknown) =>
  call(sandbox.url, '/_sandbox/scenarios/default', { key: shop.apiKey, method: 'PUT', body })
const queueOf = async (shop: Shop) => (await shop.get('/_sandbox/scenarios/queue')).body.data
const chosenBy = async (shop: Shop, reference: string, headers = {}) =>
  (await shop.collect({ reference }, headers)).headers['x-sandbox-scenario']

test('loaded scenarios are listed with all that is known of them', async () => {
  const shop = await openShop(sandbox)
  const { data } = (await shop.get('/_sandbox/scenarios')).body
  const { yaml, ...wrongPin } = (await shop.get('/_sandbox/scenarios/wrong-pin')).body
  expect(data).toContainEqual(wrongPin)
  expect(wrongPin).toMatchObject({
    name: 'wrong-pin',
    summary: 'The customer types a wrong PIN after 5 seconds.',
    flows: ['mobile-money'],
    match: { flow: ['mobile-money'], accountNumber: ['*000911?'] },
    magicNumber: '*000911?',
    own: false,
    purpose: 'failure',
    result: { name: 'wrong_pin', code: '4200', source: 'Customer', text: expect.stringContaining('Wrong PIN') },
    definition: { after: '5s', outcome: { failed: 'wrong_pin' } },
    source: { line: expect.any(Number) },
    forecast: [
      { after: '0s', event: 'the create call answers INITIATED' },
      { after: '0s', event: 'the customer is asked for the PIN' },
      { after: '5s', event: 'FAILED as wrong_pin' },
      { after: '5s', event: expect.stringMatching(/^webhook attempt 1: sent; unless answered 2xx/) },
    ],
  })
  expect(yaml).toBe(`version: 1
scenarios:
  wrong-pin:
    summary: The customer types a wrong PIN after 5 seconds.
    match: { flow: mobile-money, accountNumber: "*000911?" }
    after: 5s
    outcome: { failed: wrong_pin }
`)
  const unknown = await shop.get('/_sandbox/scenarios/wrong-pni')
  expect([unknown.status, unknown.body.error]).toEqual([
    404,
    {
      code: 'not_found',
      message: 'There is no scenario wrong-pni; did you mean wrong-pin?',
      hint: 'GET /_sandbox/scenarios lists them',
    },
  ])
})

test('every loaded scenario is shown as a file that is right, and has a forecast or its members', async () => {
  const shop = await openShop(sandbox)
  const { data } = (await shop.get('/_sandbox/scenarios')).body
  expect(data.length).toBeGreaterThan(30)
  for (const { name, forecast, mix } of data) {
    const { yaml } = (await shop.get(`/_sandbox/scenarios/${name}`)).body
    const { problems } = (await shop.post('/_sandbox/scenarios/check', { yaml })).body
    expect([name, problems, (mix ?? forecast).length > 0]).toEqual([name, [], true])
  }
})

test('a scenario as a file for one reference is played for that reference, with its faults, and for no other', async () => {
  const shop = await openShop(sandbox)
  const { yaml } = (await shop.get('/_sandbox/scenarios/late-duplicate?reference=again-1')).body
  expect(yaml).toMatch(/^version: 1\nscenarios:\n {2}late-duplicate-again:\n {4}match: \{ reference: again-1 \}\n/)
  expect((await shop.post('/_sandbox/scenarios/draft', { yaml })).status).toBe(200)
  expect(await chosenBy(shop, 'again-1')).toBe('late-duplicate-again; by=match')
  expect(await chosenBy(shop, 'again-2')).toBe('approve; by=file')
})

test('a queued scenario is for the next request alone, and the queue is first in, first out', async () => {
  const shop = await openShop(sandbox)
  await shop.use('wrong-pin')
  await shop.use('timeout', { times: 2 })
  expect(await queueOf(shop)).toEqual([
    { use: 'wrong-pin', remaining: 1 },
    { use: 'timeout', remaining: 2 },
  ])
  const chosen = []
  for (const reference of ['a', 'b', 'c', 'd']) chosen.push(await chosenBy(shop, reference))
  expect(chosen).toEqual(['wrong-pin; by=queue', 'timeout; by=queue', 'timeout; by=queue', 'approve; by=file'])
  expect(await queueOf(shop)).toEqual([])
})

test('an entry with a match waits for the request that fits it', async () => {
  const shop = await openShop(sandbox)
  await shop.use('wrong-pin', { match: { reference: ['vip-*', 'gold-*'], amount: { gt: 100 } } })
  expect(await chosenBy(shop, 'order-1')).toBe('approve; by=file')
  expect(await chosenBy(shop, 'gold-1')).toBe('wrong-pin; by=queue')
  expect(await chosenBy(shop, 'gold-2')).toBe('approve; by=file')
})

test('a request that is refused leaves the entry to the next, and so does a header', async () => {
  const shop = await openShop(sandbox)
  await shop.collect({ reference: 'taken' })
  await shop.use('wrong-pin')
  expectRefusal(await shop.collect({ reference: 'taken' }), 400, 'Duplicate reference')
  expect((await shop.collect({ amount: 0 })).status).toBe(400)
  expect(await chosenBy(shop, 'a', { 'x-sandbox-scenario': 'timeout' })).toBe('timeout; by=header')
  expect(await queueOf(shop)).toHaveLength(1)
  expect(await chosenBy(shop, 'b')).toBe('wrong-pin; by=queue')
})

test("an entry's own refusal uses it up", async () => {
  const own = await startWithScenarios('version: 1\nscenarios: { down: { respond: { httpStatus: 503 } } }')
  const shop = await openShop(own)
  await shop.use('down')
  expect((await shop.collect()).status).toBe(503)
  expect((await shop.collect()).status).toBe(200)
})

test('an entry waits for a request that its scenario can happen to; a hint says so, and the next one that fits goes first', async () => {
  const shop = await openShop(sandbox)
  for (const name of ['wrong-pin', 'otp', 'va-expiry', 'approve']) await shop.use(name)
  const account = await shop.generate()
  expect(account.headers['x-sandbox-scenario']).toBe('va-expiry; by=queue')
  expect(account.headers['x-sandbox-hint']).toBe(
    'scenario wrong-pin stays queued: it waits for a mobile money collection | scenario otp stays queued: it waits for a mobile money collection in GHS',
  )
  expect((await shop.get('/_sandbox/status')).body.queue).toEqual([
    { use: 'wrong-pin', remaining: 1, waitsFor: 'a mobile money collection' },
    { use: 'otp', remaining: 1, waitsFor: 'a mobile money collection in GHS' },
    { use: 'approve', remaining: 1 },
  ])
  const chosen = async (changes: Record<string, unknown>) => (await shop.collect(changes)).headers['x-sandbox-scenario']
  expect(await chosen({ reference: 'a' })).toBe('wrong-pin; by=queue')
  const kenyan = { currency: 'KES', network: 'MPS_KE', accountNumber: '254712345678' }
  expect(await chosen({ ...kenyan, reference: 'b' })).toBe('approve; by=queue')
  const passed = await shop.collect({ ...kenyan, reference: 'c' })
  expect(passed.headers['x-sandbox-scenario']).toBe('approve; by=file')
  const { data } = (await shop.get('/_sandbox/requests?limit=1')).body
  expect(data[0].hint).toBe('scenario otp stays queued: it waits for a mobile money collection in GHS')
  expect(await queueOf(shop)).toHaveLength(1)
  const byHeader = await shop.collect({ ...kenyan, reference: 'd' }, { 'x-sandbox-scenario': 'timeout' })
  expect(byHeader.headers['x-sandbox-hint']).toBeUndefined()
  expect(await chosen({ reference: 'e' })).toBe('otp; by=queue')
})

test.each([
  [{ use: 'wrong-pni' }, 'There is no scenario wrong-pni; did you mean wrong-pin?'],
  [{ use: 'zzzzzzzzzzzz' }, 'There is no scenario zzzzzzzzzzzz'],
  [{ use: 'wrong-pin', times: 0 }, 'times: 0 is too small; write at least 1'],
  [{ use: 'wrong-pin', match: {} }, 'match: is empty; write what must hold, or leave match out'],
  [
    { use: 'wrong-pin', match: { accountNumber: 241234567, reference: ['a', true] } },
    'match.accountNumber: 241234567 is read as a number; put it in quotes: "241234567"; match.reference.1: true is read as true or false; put it in quotes: "true"',
  ],
  [
    { use: 'wrong-pin', match: { flow: 'bank-payout' } },
    'match.flow: wrong-pin cannot happen to a bank payout; write mobile-money',
  ],
  [{ use: 'otp', match: { currency: ['KES', 'NG*'] } }, 'match.currency: otp happens only in GHS; write GHS'],
  [
    { use: 'wrong-pin', match: { currency: 'ghs', amount: { gt: 5, lt: 3 } } },
    'match.currency: "ghs" is not a currency; did you mean GHS?; match.amount: no amount lies between these bounds; write a lower one first',
  ],
  [{}, 'use: is missing; write text'],
])('the entry %j is refused, and nothing is queued', async (entry, message) => {
  const shop = await openShop(sandbox)
  const { status, body } = await shop.post('/_sandbox/scenarios/queue', entry)
  expect(status).toBe(400)
  expect(body.error.message).toBe(message)
  expect(await queueOf(shop)).toEqual([])
})

test('the queue can be emptied, a reset empties it, and no other business sees it', async () => {
  const [shop, other] = [await openShop(sandbox), await openShop(sandbox)]
  await shop.use('wrong-pin')
  expect(await chosenBy(other, 'a')).toBe('approve; by=file')
  await call(sandbox.url, '/_sandbox/scenarios/queue', { key: shop.apiKey, method: 'DELETE' })
  expect(await queueOf(shop)).toEqual([])
  // Not by `use`, which minds what is reset away unused.
  const again = await openShop(sandbox)
  await again.post('/_sandbox/scenarios/queue', { use: 'wrong-pin' })
  expect(await queueOf(again)).toMatchObject([{ use: 'wrong-pin' }])
  await again.reset()
  expect(await queueOf(again)).toEqual([])
})

test('a thousand requests at once use a queued scenario exactly as often as it was queued', async () => {
  const shop = await openShop(sandbox)
  await shop.use('wrong-pin', { times: 10 })
  const chosen = await Promise.all(Array.from({ length: 200 }, (_, index) => chosenBy(shop, `at-once-${index}`)))
  expect(chosen.filter((scenario) => scenario === 'wrong-pin; by=queue')).toHaveLength(10)
})

test('the default of a business is played if nothing else is chosen, until a reset', async () => {
  const shop = await openShop(sandbox)
  expect((await put(shop, { use: 'timeout' })).body).toEqual({ use: 'timeout' })
  expect(await chosenBy(shop, 'a')).toBe('timeout; by=business')
  expect((await shop.collect({ reference: 'b', accountNumber: '0240009110' })).headers['x-sandbox-scenario']).toBe(
    'wrong-pin; by=match',
  )
  expect((await put(shop, { use: 'time-out' })).body.error.message).toBe(
    'There is no scenario time-out; did you mean timeout?',
  )
  await put(shop, { use: null })
  expect(await chosenBy(shop, 'c')).toBe('approve; by=file')
  await put(shop, { use: 'timeout' })
  await shop.reset()
  expect(await chosenBy(shop, 'd')).toBe('approve; by=file')
})

test('explain tells which scenario a request would get, what nearly matched, and what would happen', async () => {
  const shop = await openShop(sandbox)
  const explain = (body: object, headers = {}) =>
    shop.post('/_sandbox/explain', { path: '/collections/mobilemoney', body, headers })
  const { body } = await explain(mobileMoney({ accountNumber: '0240009110' }))
  expect(body).toMatchObject({
    scenario: 'wrong-pin',
    by: 'match',
    nearMisses: [],
    hint: null,
    refusal: null,
    steps: [
      { kind: 'created', scenario: 'wrong-pin', by: 'match' },
      { kind: 'answered', status: 'INITIATED', when: { since: 'call', from: '0s', to: '0s' } },
      { kind: 'prompt_sent', accountNumber: '233240009110' },
      { kind: 'prompt_answered', answer: 'wrong_pin', cause: { by: 'step', step: 0 } },
      { kind: 'settled', status: 'FAILED', result: 'wrong_pin', when: { since: 'creation', from: '5s', to: '5s' } },
      { kind: 'webhook_unaddressed' },
    ],
  })
  const near = await explain(mobileMoney({ accountNumber: '0240009911' }))
  expect(near.body).toMatchObject({ scenario: 'approve', by: 'file' })
  expect(near.body.nearMisses).toContainEqual({
    scenario: 'wrong-pin',
    failed: [{ key: 'accountNumber', wanted: ['*000911?'], got: '233240009911' }],
  })
  expect((await explain(mobileMoney(), { 'X-Sandbox-Scenario': 'otp' })).body).toMatchObject({
    scenario: 'otp',
    by: 'header',
    steps: expect.arrayContaining([
      expect.objectContaining({ text: 'COMPLETED', when: { since: 'otp', from: '3s', to: '3s' } }),
    ]),
  })
  expect((await shop.get('/_sandbox/businesses')).text).not.toContain(shop.apiKey)
})

test.each([
  [{ path: '/payments/1', body: {} }, 'path: /payments/1 is not a create call'],
  [{ path: '/collections/mobilemoney', body: mobileMoney({ amount: 0 }) }, /amount must be greater than 0/],
  [
    { path: '/collections/mobilemoney', body: mobileMoney(), headers: { 'x-sandbox-scenario': 'wrong-pni' } },
    'Unknown scenario wrong-pni: did you mean wrong-pin?',
  ],
])('explain of %j says why there is nothing to explain', async (request, message) => {
  const { status, body } = await (await openShop(sandbox)).post('/_sandbox/explain', request)
  expect(status).toBe(400)
  expect(body.error.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
})

test('a text of scenarios is checked as a file would be, and nothing is loaded', async () => {
  const shop = await openShop(sandbox)
  const check = async (yaml: string) => (await shop.post('/_sandbox/scenarios/check', { yaml })).body.problems
  expect(await check('version: 1\nscenarios: { mine: { after: soon } }')).toEqual([
    {
      message: '"soon" is not a duration; write for example 5s, 2m or 1m30s',
      path: 'scenarios.mine.after',
      line: 2,
      column: 29,
    },
  ])
  expect(await check('version: 1\ndefaults: { scenario: wrong-pin }\nscenarios: { mine: {} }')).toEqual([])
  expect((await shop.get('/_sandbox/scenarios/mine')).status).toBe(404)
})

const unknownMine = 'Unknown scenario mine: GET /_sandbox/scenarios lists all'
const draftOf = (name: string, outcome = '{ failed: wrong_pin }') =>
  `version: 1\nscenarios: { ${name}: { outcome: ${outcome} } }`

test('a draft plays for its business alone, in place of the last one, until a reset', async () => {
  const [shop, other] = [await openShop(sandbox), await openShop(sandbox)]
  const { status, body } = await shop.post('/_sandbox/scenarios/draft', { yaml: draftOf('mine') })
  expect([status, body.data]).toMatchObject([200, [{ name: 'mine', definition: { outcome: { failed: 'wrong_pin' } } }]])
  const mine = { 'x-sandbox-scenario': 'mine' }
  expect(await chosenBy(shop, 'a', mine)).toBe('mine; by=header')
  expect((await shop.get('/_sandbox/scenarios/mine')).status).toBe(200)
  expectRefusal(await other.collect({ reference: 'a' }, mine), 400, unknownMine)
  await shop.post('/_sandbox/scenarios/draft', { yaml: draftOf('newer') })
  expect(await chosenBy(shop, 'b', { 'x-sandbox-scenario': 'newer' })).toBe('newer; by=header')
  expectRefusal(await shop.collect({ reference: 'c' }, mine), 400, unknownMine)
  await shop.reset()
  expect((await shop.get('/_sandbox/scenarios/newer')).status).toBe(404)
})

test('a draft that is wrong, or takes the name of a shipped scenario, is refused and leaves the last one', async () => {
  const shop = await openShop(sandbox)
  const draft = (yaml: string) => shop.post('/_sandbox/scenarios/draft', { yaml })
  await draft(draftOf('mine'))
  const shipped = await draft(draftOf('wrong-pin', 'approved'))
  expect([shipped.status, shipped.body.error]).toMatchObject([
    409,
    { message: 'The scenario wrong-pin is shipped with the sandbox', hint: 'give the one of the draft another name' },
  ])
  const wrong = await draft('version: 1\nscenarios: { other: { after: soon } }')
  expect([wrong.status, wrong.body.error.message]).toEqual([
    400,
    'yaml:2:30 scenarios.other.after: "soon" is not a duration; write for example 5s, 2m or 1m30s',
  ])
  expect((await shop.get('/_sandbox/scenarios/mine')).status).toBe(200)
})
