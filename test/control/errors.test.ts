import { expect, test } from 'vitest'
import { flows } from '../../src/domain/transaction.ts'
import { openSharedSandbox } from '../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()
const shop = sandbox.shop()
const pageSize = 'limit: is not a whole number from 1 to 1000'
const eitherOr = 'give either by (a duration such as "30m") or to (an ISO 8601 time)'
const noTime = 'to: is not an ISO 8601 time such as 2026-01-31T12:00:00Z'
const noDuration = 'is not a duration; write for example'

test.each([
  ['transactions?limit=0', pageSize],
  ['transactions?limit=-1', pageSize],
  ['transactions?limit=1001', pageSize],
  ['transactions?limit=1.5', pageSize],
  ['transactions?limit=', pageSize],
  ['transactions?limit=many', pageSize],
  ['transactions?limit=1&limit=x', pageSize],
  ['transactions?status=DONE', 'status: "DONE" is not a choice; write one of INITIATED, PENDING, COMPLETED, FAILED'],
  ['transactions?flow=momo', `flow: "momo" is not a choice; write one of ${flows.join(', ')}`],
  ['jobs?limit=0', pageSize],
  ['webhooks?limit=x', pageSize],
  [
    'webhooks?status=COMPLETED',
    'status: "COMPLETED" is not a choice; write one of pending, held, delivered, exhausted, dropped',
  ],
  ['webhooks/wait?status=delivered', 'status: "delivered" is not a choice; write one of COMPLETED, FAILED'],
  ['webhooks/wait?timeout=25h', 'timeout: is longer than a call waits; write at most 24h'],
  ['transactions/wait?name=a&timeout=3650d', 'timeout: is longer than a call waits; write at most 24h'],
  ['webhooks/wait?timeout=10', `timeout: "10" ${noDuration} 5s, 2m or 1m30s`],
  ['webhooks/wait?timeout=', `timeout: "" ${noDuration} 5s, 2m or 1m30s`],
  ['webhooks/wait?timeout=-1s', `timeout: "-1s" ${noDuration} 5s, 2m or 1m30s`],
])('GET /_sandbox/%s is refused, saying why', async (path, message) => {
  expect(await shop.get(`/_sandbox/${path}`)).toMatchObject({
    status: 400,
    text: JSON.stringify({ error: { code: 'invalid', message } }),
  })
})

test.each([
  ['clock/advance', {}, eitherOr],
  ['clock/advance', { by: '1s', to: '2027-01-01T00:00:00Z' }, eitherOr],
  ['clock/advance', { by: 'soon' }, `by: "soon" ${noDuration} 5s, 2m or 1m30s`],
  ['clock/advance', { by: '-5s' }, `by: "-5s" ${noDuration} 5s, 2m or 1m30s`],
  ['clock/advance', { by: 5 }, `by: 5 ${noDuration} "5s", "2m" or "1m30s"`],
  ['clock/advance', { by: '3651d' }, 'by: "3651d" is longer than ten years; write at most 3650d'],
  ['clock/advance', { to: 'tomorrow' }, noTime],
  ['clock/advance', { to: '2026-02-30T00:00:00Z' }, noTime],
  ['clock/advance', { to: '2026-03-01' }, noTime],
  ['clock/advance', { to: '2026-03-01T00:00:00' }, noTime],
  ['clock/advance', { to: 1_800_000_000_000 }, noTime],
  ['clock/advance', { By: '5s' }, `By: unknown key; did you mean by?; ${eitherOr}`],
  ['clock/run-until-idle', { limit: '7 days' }, `limit: "7 days" ${noDuration} 5s, 2m or 1m30s`],
  ['clock/run-until-idle', { limit: 7 }, `limit: 7 ${noDuration} "5s", "2m" or "1m30s"`],
  ['clock/resume', { rate: 0 }, 'rate: 0 is too small; write at least 0.001'],
  ['clock/resume', { rate: 1e9 }, 'rate: 1000000000 is too large; write at most 1000000'],
  ['clock/resume', { rate: '60' }, 'rate: is text; write a number'],
  ['clock/freeze', { at: '2026-01-31T12:00:00Z' }, 'at: unknown key; leave it out'],
  ['reset', { hard: true }, 'hard: unknown key; write drop'],
  ['virtual-accounts/1/transfers', { amount: 0 }, 'amount: 0 is too small; write more than 0'],
  ['virtual-accounts/1/transfers', { amount: '5' }, 'amount: is text; write a number'],
  ['virtual-accounts/1/transfers', { senderName: '' }, 'senderName: is empty; write something'],
  ['virtual-accounts/1/transfers', { senderName: 'a\u0000b' }, 'senderName: has control characters'],
])('POST /_sandbox/%s with %j is refused, saying why', async (path, body, message) => {
  expect(await shop.post(`/_sandbox/${path}`, body)).toMatchObject({
    status: 400,
    text: JSON.stringify({ error: { code: 'invalid', message } }),
  })
})

test('time that would go back is refused, naming both times', async () => {
  expect((await shop.post('/_sandbox/clock/advance', { to: '2026-01-31T11:59:59.999Z' })).body).toEqual({
    error: {
      code: 'invalid',
      message: 'to: 2026-01-31T11:59:59.999Z is before 2026-01-31T12:00:00.000Z, and time never goes back',
      hint: 'POST /_sandbox/reset starts the business again',
    },
  })
})

test.each([
  ['GET', 'transactions/nothing', 'No transaction nothing in the business'],
  ['GET', 'transactions/a%2Fb', 'No transaction a/b in the business'],
  ['POST', 'virtual-accounts/0123456789/transfers', 'No virtual account 0123456789 in the business'],
])('%s /_sandbox/%s finds nothing, and says in which business', async (method, path, message) => {
  expect(await shop.call(`/_sandbox/${path}`, { method })).toMatchObject({
    status: 404,
    body: {
      error: {
        code: 'not_found',
        message: `${message} ${shop.key}`,
        hint: 'the Authorization header chooses the business',
      },
    },
  })
})

test('an error has its facts in a header, in ASCII', async () => {
  const unknown = await shop.get(`/_sandbox/scenarios/${encodeURIComponent('wröng-pin')}`)
  const header = String(unknown.headers['x-sandbox-error'])
  expect(header).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(header)).toEqual({
    why: 'unknown-scenario',
    name: 'wröng-pin',
    near: ['wrong-pin'],
    broken: null,
  })
  const invalid = await shop.post('/_sandbox/clock/resume', { rate: 0 })
  expect(JSON.parse(String(invalid.headers['x-sandbox-error']))).toEqual({
    why: 'invalid',
    problems: [{ field: 'rate', problem: '0 is too small; write at least 0.001' }],
  })
})

test('the facts of an error with thousands of problems are left out, because clients refuse long headers', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, 1]))
  const { status, headers, body } = await shop.post('/_sandbox/reset', wrong)
  expect([status, headers['x-sandbox-error']]).toEqual([400, undefined])
  expect(body.error.message).toMatch(/^field0: unknown key; write drop; field1: /)
})

test('a refused call opens no business', async () => {
  expect((await shop.get('/_sandbox/businesses')).body).toEqual([])
})
