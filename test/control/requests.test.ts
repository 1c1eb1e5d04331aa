import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openSharedSandbox, startTime } from '../support/opened-sandbox.ts'
import { ask, openWire, requestText } from '../support/wire.ts'

const sandbox = await openSharedSandbox()

/** The journal of a business. */
async function journal(key: string, query = '') {
  const { status, body } = await call(sandbox.url, `/_sandbox/requests${query}`, { key })
  expect(status).toBe(200)
  return body.data
}

test('a call is told whole: what was sent, what was answered, and what it was about', async () => {
  const shop = sandbox.shop()
  const headers = { 'x-sandbox-scenario': 'wrong-pin', 'user-agent': 'till/1' }
  const body = { amount: 5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567' }
  const sent = { ...body, reason: 'Order', reference: 'order-1' }
  const answer = await shop.call('/collections/mobilemoney?from=till', { body: sent, headers })
  const [told, ...others] = await journal(shop.key)
  expect(others).toEqual([])
  expect(told).toEqual({
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
    scenario: answer.headers['x-sandbox-scenario'],
    fault: null,
    durationMs: expect.any(Number),
    transactionId: answer.body.id,
    reference: 'order-1',
  })
})
