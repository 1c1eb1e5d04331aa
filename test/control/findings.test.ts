import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { bodyFaultNames, bodyFaultOf } from '../../src/domain/body-faults.ts'
import { sleep } from '../../src/time.ts'
import { listening } from '../support/listening.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { openShop, openShopWithReceiver, type Shop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const shared = await startedForFile()

const open = (settings = {}) => openShopWithReceiver(shared, settings)

async function noticed(shop: Shop) {
  const { findings } = (await shop.get('/_sandbox/report')).body
  return findings.map(({ business, ...finding }: { business: string }) => {
    expect(business).toBe(shop.apiKey)
    return finding
  })
}

/** A finding about `order-1`, in full. */
function finding(level: string, rule: string, section: string, transactionId: string, evidence: unknown) {
  return { level, rule, transactionId, reference: 'order-1', evidence, section }
}

const playing = (scenario: string) => ({ 'x-sandbox-scenario': scenario })

test('charged-again: after a lost reply the same customer was charged under another reference', async () => {
  const { shop } = await open()
  await shop.collect({ reference: 'order-1' }, playing('lost-reply')).catch(() => null)
  await shop.collect({ reference: 'other-sum', amount: 77 })
  await shop.collect({ reference: 'other-number', accountNumber: '0249999999' })
  await shop.advance('2s')
  const { id } = (await shop.collect({ reference: 'order-1-again' })).body
  await shop.runUntilIdle()
  expect(await noticed(shop)).toEqual([
    {
      level: 'error',
      rule: 'charged-again',
      transactionId: id,
      evidence:
        'order-1-again moves the same sum for the same account 2s after order-1, whose reply was lost: send it again under order-1, and "Duplicate reference" says that it went through',
      section: 'spec 6 (5)',
    },
  ])
})

test('charged-again is not said of an order that came before the lost one, at the same frozen moment', async () => {
  const { shop } = await open()
  await shop.collect({ reference: 'order-1' })
  await shop.collect({ reference: 'order-2' }, playing('lost-reply')).catch(() => null)
  await shop.runUntilIdle()
  expect(await noticed(shop)).toEqual([])
})

test('charged-again is not said when the second charge comes a day later', async () => {
  const { shop } = await open()
  await shop.collect({ reference: 'order-1' }, playing('lost-reply')).catch(() => null)
  await shop.advance('1d')
  await shop.collect({ reference: 'order-2' })
  await shop.runUntilIdle()
  expect(await noticed(shop)).toEqual([])
})

test.each([
  ['wrong-signature', 'missing'],
  ['forged-webhook', "made with another's key"],
])('forged-webhook-accepted: %s was answered 200', async (scenario, was) => {
  const { shop } = await open()
  const { id } = (await shop.collect({ reference: 'order-1' }, playing(scenario))).body
  await shop.runUntilIdle()
  expect(await noticed(shop)).toEqual([
    finding(
      'error',
      'forged-webhook-accepted',
      'spec 5 (4), D34',
      id,
      `answered status 200 to a webhook for order-1 whose signature was ${was}: check the signature before anything else, and answer 401`,
    ),
  ])
})

test('broken-body-accepted: a webhook that cannot be read was answered 200; no other body makes it a mistake', async () => {
  const scenarios = bodyFaultNames.map((fault) => `  ${fault}: { webhook: { body: ${fault} } }`)
  const sandbox = await startWithScenarios(['version: 1', 'scenarios:', ...scenarios].join('\n'))
  for (const fault of bodyFaultNames) {
    const { shop } = await openShopWithReceiver(sandbox)
    const { id } = (await shop.collect({ reference: 'order-1' }, playing(fault))).body
    await shop.runUntilIdle()
    const broken = finding(
      'warning',
      'broken-body-accepted',
      'D35, D36',
      id,
      `answered status 200 to a webhook for order-1 whose body was ${fault}: answer 400, and it comes again`,
    )
    expect(await noticed(shop)).toEqual(bodyFaultOf(fault).readable ? [] : [broken])
  }
})

test('a body that the merchant has no reason to refuse loses the webhook if it is refused, another does not', async () => {
  const scenarios = bodyFaultNames.map((fault) => `  ${fault}: { webhook: { body: ${fault}, retry: [] } }`)
  const sandbox = await startWithScenarios(['version: 1', 'scenarios:', ...scenarios].join('\n'))
  for (const fault of bodyFaultNames) {
    const { shop, receiver } = await openShopWithReceiver(sandbox)
    receiver.reply(400)
    await shop.collect({ reference: 'order-1' }, playing(fault))
    await shop.runUntilIdle()
    const rules = (await noticed(shop)).map(({ rule }: { readonly rule: string }) => rule)
    expect(rules, fault).toEqual(bodyFaultOf(fault).sound ? ['lost-webhook'] : [])
  }
})

test('lost-webhook: the merchant failed every attempt; never-asked: and never asked', async () => {
  const { shop, receiver } = await open({ retry: ['5s'] })
  receiver.reply(500)
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  await shop.runUntilIdle()
  const lost = finding(
    'error',
    'lost-webhook',
    'D36',
    id,
    'the webhook for order-1 was given up after 2 attempts, the last of them with: status 500',
  )
  expect(await noticed(shop)).toEqual([lost])
  await shop.advance('5m')
  expect(await noticed(shop)).toEqual([
    lost,
    finding(
      'warning',
      'never-asked',
      'spec 6 (5)',
      id,
      `no webhook for order-1 was accepted, and GET /payments/${id} was never called: ask after about 5 minutes`,
    ),
  ])
  await shop.find(id)
  expect(await noticed(shop)).toEqual([lost])
})

test.each([
  ['signature: wrong-key', 'forged-webhook-accepted', "whose signature was made with another's key"],
  ['body: truncated', 'broken-body-accepted', 'whose body was truncated'],
])('a scenario that loses the answer hides no mistake in it: %s was accepted', async (fault, rule, how) => {
  const scenario = `version: 1\nscenarios: { lost: { webhook: { answers: [lost-ack], ${fault} } } }`
  const { shop } = await openShopWithReceiver(await startWithScenarios(scenario))
  await shop.collect({ reference: 'order-1' }, playing('lost'))
  await shop.runUntilIdle()
  await shop.advance('10m')
  const evidence = expect.stringContaining(`answered status 200 to a webhook for order-1 ${how}`)
  expect(await noticed(shop)).toMatchObject([{ rule, evidence }])
})

test('never-asked: a merchant who accepted the webhook knows, although the scenario lost the answer; one who failed does not', async () => {
  const scenario = 'version: 1\nscenarios: { lost: { webhook: { answers: [lost-ack] } } }'
  const { shop, receiver } = await openShopWithReceiver(await startWithScenarios(scenario))
  await shop.collect({ reference: 'order-1' }, playing('lost'))
  await shop.runUntilIdle()
  receiver.reply(500)
  await shop.collect({ reference: 'order-2' }, playing('lost'))
  await shop.runUntilIdle()
  await shop.advance('10m')
  const evidence = expect.stringMatching(/^no webhook for order-2 was accepted, and GET /)
  expect(await noticed(shop)).toMatchObject([{ rule: 'never-asked', evidence }])
})

test('a merchant who refuses every webhook loses it: the sound one, and the sound one after the forged ones', async () => {
  const { shop, receiver } = await open()
  receiver.reply(400)
  await shop.collect({ reference: 'order-1' })
  await shop.runUntilIdle()
  await shop.advance('10m')
  const lost = (reference: string) => ({
    rule: 'lost-webhook',
    evidence: `the webhook for ${reference} was given up after 6 attempts, the last of them with: status 400`,
  })
  const unasked = {
    rule: 'never-asked',
    evidence: expect.stringMatching(/^no webhook for order-1 was accepted, and GET \S+ was never called/),
  }
  expect(await noticed(shop)).toMatchObject([lost('order-1'), unasked])
  await shop.collect({ reference: 'order-2' }, playing('wrong-signature'))
  await shop.runUntilIdle()
  await shop.advance('10m')
  expect(await noticed(shop)).toMatchObject([lost('order-1'), lost('order-2'), unasked])
})

test('never-asked: what was never sent did not arrive', async () => {
  const { shop } = await open()
  await shop.collect({ reference: 'order-1' }, playing('merchant-unreachable'))
  await shop.runUntilIdle()
  await shop.advance('10m')
  const evidence = expect.stringMatching(/^no webhook for order-1 arrived, and GET /)
  expect(await noticed(shop)).toMatchObject([{ rule: 'never-asked', evidence }])
})

test('never-asked is not said to a merchant who never got the id to ask by', async () => {
  const scenario =
    'version: 1\nscenarios: { silence: { respond: { fault: drop-after-commit }, webhook: { drop: true } } }'
  const { shop } = await openShopWithReceiver(await startWithScenarios(scenario))
  await shop.collect({ reference: 'order-1' }, playing('silence')).catch(() => null)
  await shop.advance('1h')
  expect(await noticed(shop)).toEqual([])
})

test('badly-answered-webhook: an attempt failed by the merchant, a later one did not', async () => {
  const { shop, receiver } = await open()
  receiver.reply(302, { times: 2 })
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  await shop.runUntilIdle()
  expect(await noticed(shop)).toEqual([
    finding(
      'warning',
      'badly-answered-webhook',
      'D36',
      id,
      'attempt 1 of the webhook for order-1 failed (status 302, a redirect without a Location; redirects are not followed: answer 2xx here, without a login, or give the address that does as callbackURL), and 1 more: any 2xx within the time-out ends the retries',
    ),
  ])
})

test('refused-connection: nothing listened at the address, once for all its webhooks, and it is not a bad answer', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const callbackUrl = `http://127.0.0.1:${port}/webhooks`
  const { shop } = await open({ callbackUrl })
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  await shop.collect({ reference: 'order-2' })
  await shop.advance('10s')
  expect(await noticed(shop)).toEqual([
    {
      level: 'warning',
      rule: 'refused-connection',
      transactionId: id,
      evidence: `nothing listened at ${callbackUrl} for the webhook of order-1 and 1 more webhook: start your server before the webhooks come, or correct the address`,
      section: 'D36',
    },
  ])
  // This sandbox listens on 127.0.0.1 alone, so a container around it is its callers' too.
  const [delivery] = (await shop.get(`/_sandbox/webhooks?transactionId=${id}`)).body.data
  expect(delivery.attempts[0].error).toBe(
    `connection refused: nothing listens on 127.0.0.1:${port}; is your server started?`,
  )
})

test('slow-webhook-answer: a 2xx after more than half of the time-out', async () => {
  const { shop } = await open({ timeout: '3s' })
  const slow = createServer((_incoming, outgoing) => void sleep(1600).then(() => outgoing.end()))
  const callbackURL = `${await listening(slow)}/`
  const { id } = (await shop.collect({ reference: 'order-1', callbackURL })).body
  await shop.runUntilIdle()
  expect(await noticed(shop)).toEqual([
    finding(
      'warning',
      'slow-webhook-answer',
      'D36',
      id,
      expect.stringMatching(/^the webhook for order-1 was answered after [12]s\d+ms of 3s: answer first/),
    ),
  ])
})

/** The address of a server that answers webhooks once `isFree`, as one does whose only worker makes a call meanwhile. */
async function oneWorker(isFree: Promise<unknown>): Promise<string> {
  const busy = createServer((_incoming, outgoing) => void isFree.then(() => outgoing.end()))
  return `${await listening(busy)}/`
}

/** Collects from a server with one worker. */
async function collectByOneWorker(shop: Shop, scenario: string): Promise<void> {
  let free = () => {}
  const callbackURL = await oneWorker(new Promise<void>((resolve) => (free = resolve)))
  await shop.collect({ reference: 'order-1', callbackURL }, playing(scenario))
  free()
}

const ownCall =
  'your own POST /collections/mobilemoney was open meanwhile, and a server with one worker cannot answer until that call ends: give it a second worker or thread'

test('badly-answered-webhook names the one worker that was inside its create call when the webhook came', async () => {
  const { shop } = await open({ timeout: '300ms' })
  await collectByOneWorker(shop, 'before-reply')
  await shop.runUntilIdle()
  const [{ rule, evidence }] = await noticed(shop)
  expect(rule).toBe('badly-answered-webhook')
  expect(evidence).toMatch(/^attempt 1 of the webhook for order-1 failed \(timed out after 300ms: [^)]*\): your own/)
  expect(evidence.endsWith(ownCall)).toBe(true)
})

test('charged-again is not said of a second order by a merchant who knows of the first', async () => {
  const { shop } = await open()
  const lost = playing('lost-reply')
  await shop.collect({ reference: 'asked-1' }, lost).catch(() => null)
  await shop.collect({ reference: 'asked-1' })
  await shop.collect({ reference: 'asked-2' })
  await shop.runUntilIdle()
  await shop.payBank({}, { reference: 'shown-1' }, lost).catch(() => null)
  await shop.runUntilIdle()
  await shop.payBank({}, { reference: 'shown-2' })
  await shop.runUntilIdle()
  expect(await noticed(shop)).toEqual([])
})

test('no-callback-address: neither the request nor the business has one', async () => {
  const shop = await openShop(shared)
  const { id } = (await shop.collect({ reference: 'order-1', callbackURL: undefined })).body
  await shop.advance('3s')
  expect(await noticed(shop)).toEqual([
    finding(
      'warning',
      'no-callback-address',
      'spec 6 (1), D37',
      id,
      'order-1 became COMPLETED and no webhook was sent: give callbackURL in the request, or start with --callback-url',
    ),
  ])
})

test('reference-used-again: although the first call was answered', async () => {
  const { shop } = await open()
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  await shop.collect({ reference: 'order-1' })
  await shop.collect({ reference: 'order-1' })
  await shop.runUntilIdle()
  expect(await noticed(shop)).toEqual([
    {
      level: 'warning',
      rule: 'reference-used-again',
      transactionId: id,
      evidence: 'order-1 was sent 3 times: its first call was answered, and a reference names one transaction forever',
      section: 'spec 8 (2), D14',
    },
  ])
})

test('refused-call: calls that the service always refuses, counted; a refusal by a scenario or a rule does not count', async () => {
  const { shop } = await open()
  await shop.collect({ amount: 0 })
  await shop.collect({ amount: -1 })
  await shop.collect({ currency: 'XXX', reason: 5 })
  await shop.post('/collections/mobile-money', {})
  await shop.collect({ reference: 'order-1' }, playing('cannot-process'))
  await shop.collect({ reference: 'order-1' }, playing('server-error'))
  await shop.payBank({ amount: 99_999_999 })
  const shown = { level: 'info', rule: 'refused-call', transactionId: null, section: 'spec 7' }
  const post = 'POST /collections/'
  expect(await noticed(shop)).toEqual([
    { ...shown, evidence: `${post}mobilemoney was answered 400: amount must be greater than 0 (2 times)` },
    {
      ...shown,
      evidence: `${post}mobilemoney was answered 400: Currency must be a valid currency code; reason must be a valid string; reason must be at least 1 character long`,
    },
    { ...shown, evidence: `${post}mobile-money was answered 404: Cannot POST /collections/mobile-money` },
  ])
})

test('refused-call is not said of what depends on the state: a wrong OTP, an unknown id, another scenario name', async () => {
  const { shop } = await openShopWithReceiver(
    await startWithScenarios('version: 1\nscenarios: { asked: { otp: true } }'),
  )
  const { id } = (await shop.collect({ reference: 'order-1' }, playing('asked'))).body
  await shop.post('/collections/otp', { id, otp: 'wrong' })
  await shop.post('/collections/otp', { id: 'unknown', otp: '123456' })
  await shop.find('unknown')
  await shop.collect({ reference: 'order-2' }, playing('no-such-scenario'))
  await shop.runUntilIdle()
  expect(await noticed(shop)).toEqual([])
})

test('left-open: the run ended first; findings come the gravest first, a hundred of one kind', async () => {
  const { shop, receiver } = await open({ retry: [] })
  receiver.reply(500, { times: 1 })
  await shop.collect({ reference: 'refused' })
  await shop.advance('3s')
  await Promise.all(Array.from({ length: 103 }, (_, index) => shop.collect({ reference: `open-${index}` })))
  const findings = await noticed(shop)
  expect(findings[0]).toMatchObject({ level: 'error', rule: 'lost-webhook' })
  expect(findings.slice(1, 101).map(({ rule }: { rule: string }) => rule)).toEqual(Array(100).fill('left-open'))
  expect(findings[1].evidence).toMatch(
    /^open-\d+ is still INITIATED \(scenario approve\): wait, or move the time, until it is final$/,
  )
  expect(findings.slice(101)).toMatchObject([{ transactionId: null, evidence: 'and more like these 100' }])
})
