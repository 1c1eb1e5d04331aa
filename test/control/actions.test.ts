import { expect, test } from 'vitest'
import { type ResultName, resultNames } from '../../src/catalogue/results.ts'
import { builtInResult } from '../../src/domain/result.ts'
import { flowsOfResult, flowTitle } from '../../src/scenarios/language/flow-fit.ts'
import { type Answer, call } from '../support/call.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { balanceOf, openShop, openShopWithReceiver, type Shop, start } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const act = (shop: Shop, id: string, action: string, body: object = {}) =>
  shop.post(`/_sandbox/transactions/${id}/${action}`, body)
const fail = (shop: Shop, id: string, result: unknown) => act(shop, id, 'fail', { result })
const scenario = (shop: Shop, id: string) => shop.get(`/_sandbox/transactions/${id}`)
const jobs = async (shop: Shop): Promise<{ kind: string }[]> => (await shop.get('/_sandbox/jobs')).body
const play = (scenario: string) => ({ 'x-sandbox-scenario': scenario })
const simple = ['approve', 'decline', 'ignore', 'expire'] as const

const kinds = {
  'a mobile money collection': (shop: Shop) => shop.collect(),
  'a collection that awaits its OTP': (shop: Shop) => shop.collect({}, play('otp')),
  'a virtual account': (shop: Shop) => shop.generate(),
  'a bank payout': (shop: Shop) => shop.payBank(),
  'a mobile money payout': (shop: Shop) => shop.payMobileMoney(),
}
type Kind = keyof typeof kinds
const allKinds = Object.keys(kinds) as Kind[]
const idOf = ({ body }: Answer): string => (Array.isArray(body) ? body[0].id : body.id)
const begin = async (shop: Shop, kind: Kind) => idOf(await kinds[kind](shop))

/** The fields of a record that say how it ended, beside the answer's status. */
const ends = (name: ResultName) => {
  const { code, source, text, telcoResponse: telco_response, providerMessage: provider_message } = builtInResult(name)
  const status = name === 'approved' ? 'COMPLETED' : 'FAILED'
  return [200, { status, message: `${code} | ${source} | ${text}`, provider_message, telco_response }]
}
const endOf = ({ status: code, body: { status, message, provider_message, telco_response } }: Answer) => {
  return [code, { status, message, provider_message, telco_response }]
}
const useFail = 'use POST /_sandbox/transactions/{id}/fail'
const conflict = (action: string, id: string, [why, hint]: readonly string[]) => ({
  error: {
    code: 'conflict',
    message: `Cannot ${action} ${id}: ${why}`,
    ...(hint && { hint }),
  },
})
async function expectRefused(shop: Shop, id: string, action: () => Promise<Answer>, status: number, body: object) {
  const state = async () => [(await scenario(shop, id)).text, await jobs(shop)]
  const before = await state()
  const answer = await action()
  expect([answer.status, answer.body]).toEqual([status, body])
  expect(await state()).toEqual(before)
}

const refusals = {
  awaitsOtp: () => [
    'it waits for its OTP',
    'let your code submit it, or use POST /_sandbox/transactions/{id}/expire or POST /_sandbox/transactions/{id}/fail',
  ],
  cannotExpire: () => ['it has nothing that can expire', useFail],
  hasNoPrompt: (kind: Kind) => [`${kind} has no prompt`, useFail],
}
/** What approve, decline, ignore and expire come to: a result, or why they are refused. */
const table: Record<Kind, readonly (ResultName | keyof typeof refusals)[]> = {
  'a mobile money collection': ['approved', 'wrong_pin', 'prompt_timeout', 'cannotExpire'],
  'a collection that awaits its OTP': ['awaitsOtp', 'awaitsOtp', 'awaitsOtp', 'otp_failed'],
  'a virtual account': ['approved', 'hasNoPrompt', 'hasNoPrompt', 'expired'],
  'a bank payout': ['approved', 'hasNoPrompt', 'hasNoPrompt', 'cannotExpire'],
  'a mobile money payout': ['approved', 'hasNoPrompt', 'hasNoPrompt', 'cannotExpire'],
}
const rows = allKinds.flatMap((kind) => table[kind].map((end, index) => [simple[index] ?? '', kind, end] as const))

test.each(rows)('%s for %s: %s', async (action, kind, end) => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const id = await begin(shop, kind)
  if (end === 'awaitsOtp' || end === 'cannotExpire' || end === 'hasNoPrompt') {
    const why = refusals[end](kind)
    return expectRefused(shop, id, () => act(shop, id, action), 409, conflict(action, id, why))
  }
  const answer = await act(shop, id, action)
  const { steps, reference_business: reference } = answer.body
  expect(endOf(answer)).toEqual(ends(end))
  expect(steps).toContainEqual(expect.objectContaining({ at: start, kind: 'action', action }))
  const settled = { at: start, kind: 'settled', status: answer.body.status, result: end }
  expect(steps).toContainEqual(expect.objectContaining({ ...settled, cause: { by: 'action', action } }))
  expect((await jobs(shop)).filter((job) => job.kind !== 'deliver')).toEqual([])
  await shop.webhook({ reference })
  expect(await shop.advance('1h')).toEqual([])
  expect(sent()).toEqual([(await shop.find(id)).text])
})

/** Why such a transaction cannot have a result (design: Flow fit); null if it can. */
function whyNot(name: string, kind: Kind): string | null {
  const fits = flowsOfResult(name).map(flowTitle)
  if (!fits.includes(kind === 'a collection that awaits its OTP' ? 'a mobile money collection' : kind))
    return `${name} cannot happen to ${kind}`
  return name === 'otp_failed' && kind === 'a mobile money collection' ? 'it has no OTP' : null
}
const failures = resultNames.filter((name) => name !== 'approved')

test.each(allKinds)('%s can fail with every result that fits it', async (kind) => {
  for (const name of failures) {
    const shop = await openShop(sandbox)
    const id = await begin(shop, kind)
    const why = whyNot(name, kind)
    if (why !== null) {
      const body = conflict('fail', id, [why])
      await expectRefused(shop, id, () => fail(shop, id, name), 409, body)
      continue
    }
    const answer = await fail(shop, id, name)
    expect(endOf(answer)).toEqual(ends(name))
    expect(answer.body.steps).toContainEqual(expect.objectContaining({ at: start, kind: 'action', action: 'fail' }))
    expect(await jobs(shop)).toEqual([])
  }
})

test("a result of the user's own file can be named too", async () => {
  const own = await startWithScenarios(
    'version: 1\nresults: { blocked: { code: "4101", source: Customer, text: Account is blocked, telcoResponse: NO } }',
  )
  for (const kind of allKinds) {
    const shop = await openShop(own)
    const { body } = await fail(shop, await begin(shop, kind), 'blocked')
    expect(body).toMatchObject({ status: 'FAILED', message: '4101 | Customer | Account is blocked' })
  }
})

const missing = 'result: is missing; write the name of a result such as switch_error'

test.each([
  [
    { result: 'switch_eror' },
    'result: switch_eror is not a result; did you mean switch_error?',
    expect.stringMatching(/^results are (?:\w+, ){5,}\w+$/),
  ],
  [{ result: 'constructor' }, expect.stringMatching(/^result: constructor is not a result; write one of \w+, \w+, /)],
  [{ result: 'approved' }, 'result: approved is not a failure; use approve'],
  [{ result: 7 }, missing],
  [{}, missing],
  [{ result: 'no_reason', why: 'so' }, 'why: unknown key; write result'],
])('to fail with %j is refused', async (body, message, hint?: string) => {
  const shop = await openShop(sandbox)
  const id = idOf(await shop.collect())
  await expectRefused(shop, id, () => act(shop, id, 'fail', body), 400, {
    error: { code: 'invalid', message, ...(hint === undefined ? {} : { hint }) },
  })
})

const final = [...simple.map((action) => [action, {}] as const), ['fail', { result: 'wrong_pin' }] as const]

test.each([
  ['approve', 'COMPLETED', 'a mobile money collection'],
  ['fail', 'FAILED', 'a mobile money collection'],
  ['fail', 'FAILED', 'a collection that awaits its OTP'],
  ['approve', 'COMPLETED', 'a virtual account'],
  ['expire', 'FAILED', 'a virtual account'],
  ['approve', 'COMPLETED', 'a bank payout'],
  ['fail', 'FAILED', 'a mobile money payout'],
] as const)('after %s nothing changes any more what is already %s: %s', async (first, status, kind) => {
  const { shop } = await openShopWithReceiver(sandbox)
  const id = await begin(shop, kind)
  await act(shop, id, first, first === 'fail' ? { result: 'no_reason' } : {})
  await shop.webhook({ status })
  for (const [action, body] of final) {
    const refused = conflict(action, id, [`it is already ${status}`])
    await expectRefused(shop, id, () => act(shop, id, action, body), 409, refused)
  }
})

test('a transaction of another business is not found, nor is one that does not exist', async () => {
  const [shop, other] = [await openShop(sandbox), await openShop(sandbox)]
  const id = idOf(await other.collect())
  const hint = 'the Authorization header chooses the business'
  for (const unknown of [id, 'nothing']) {
    const body = {
      error: {
        code: 'not_found',
        message: `No transaction ${unknown} in the business ${shop.apiKey}`,
        hint,
      },
    }
    for (const [action, sent] of final) {
      await expectRefused(other, id, () => act(shop, unknown, action, sent), 404, body)
    }
  }
})

test('an action needs no body, and takes none but an empty one', async () => {
  const shop = await openShop(sandbox)
  const id = idOf(await shop.collect())
  const message = 'pin: unknown key; leave it out'
  const refused = { error: { code: 'invalid', message } }
  await expectRefused(shop, id, () => act(shop, id, 'approve', { pin: '0000' }), 400, refused)
  const path = `/_sandbox/transactions/${id}/approve`
  const answer = await call(sandbox.url, path, { method: 'POST', key: shop.apiKey })
  expect([answer.status, answer.body.status]).toEqual([200, 'COMPLETED'])
})

test('a payout that fails by hand brings amount and fee back, once', async () => {
  for (const kind of ['a bank payout', 'a mobile money payout'] as const) {
    const shop = await openShop(sandbox, { currencies: ['GHS'] })
    const id = await begin(shop, kind)
    expect(await balanceOf(shop, 'GHS')).toBe(999_746.99)
    await Promise.all([1, 2, 3].map(() => fail(shop, id, 'switch_error')))
    expect(await balanceOf(shop, 'GHS')).toBe(1_000_000)
    const [{ ledger }] = (await shop.get('/_sandbox/wallets')).body
    expect(ledger).toMatchObject([{ amount: 253.01, why: 'payout returned' }, { amount: -253.01 }])
  }
})

test('of many actions at once, one counts', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const id = idOf(await shop.collect())
  const actions = ['approve', 'decline', 'ignore', 'approve', 'decline', 'ignore']
  const answers = await Promise.all(actions.map((action) => act(shop, id, action)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  await shop.webhook({ reference: 'order-1' })
  await shop.advance('1h')
  expect(sent()).toHaveLength(1)
})

test.each([
  ['4100', '4100 is the code of insufficient_customer_balance: write that'],
  ['4200', '4200 is the code of wrong_pin, prompt_timeout, otp_failed and expired: write one of them'],
])('a code is not a result: for %s the results that have it are named', async (code, message) => {
  const shop = await openShop(sandbox)
  const id = await begin(shop, 'a bank payout')
  const answer = await fail(shop, id, code)
  expect([answer.status, answer.body]).toEqual([400, { error: { code: 'invalid', message: `result: ${message}` } }])
})
