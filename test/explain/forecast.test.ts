import { expect, test } from 'vitest'
import type { Flow } from '../../src/domain/transaction.ts'
import { viewScenario } from '../../src/explain/scenario-view.ts'
import { loaded } from '../scenarios/scenario-folders.ts'

async function linesOf(mine: string, flow: Flow = 'bank-payout'): Promise<string[]> {
  const set = await loaded(`version: 1\nscenarios: { mine: ${mine} }`)
  const scenario = set.scenarios.find(({ name }) => name === 'mine')
  if (!scenario) throw new Error('The scenario mine was not loaded')
  return viewScenario(scenario, set, false, { flow }).forecast.map(({ after, event }) => `${after} | ${event}`)
}

const answered = '0s | the create call answers INITIATED'
const usual = '; unless answered 2xx within 10s of real time, again after 5s, 30s, 2m, 10m, 1h'

test('a range that is not drawn yet is shown as a range', async () => {
  expect(await linesOf('{ after: 2s..8s, webhook: { delay: 10s } }')).toEqual([
    answered,
    '2s..8s | COMPLETED',
    `12s..18s | webhook attempt 1: sent${usual}`,
  ])
})

test('transfers whose order the seed decides are shown without what they come to', async () => {
  const mine = '{ partialPayments: fail, transfers: [{ pay: "60%", after: 2s..8s }, { pay: "100%", after: 5s }] }'
  expect(await linesOf(mine, 'virtual-account')).toEqual([
    answered,
    '2s..8s | The customer pays 60',
    '5s | The customer pays 100',
    '30m | the account expires, if it is not final',
    '0s after the final status | the final status: it follows the order that the seed draws',
    `0s after the final status | webhook attempt 1: sent${usual}`,
  ])
})

test.each([
  ['{ respond: { delay: 20s } }', '20s of real time | the create call answers INITIATED'],
  [
    '{ respond: { fault: hang } }',
    '1m of real time | the create call hangs and then breaks off without an answer; the transaction is stored',
  ],
  [
    '{ respond: { fault: drop-after-commit } }',
    '0s | the create call breaks off without an answer; the transaction is stored',
  ],
  [
    '{ respond: { fault: malformed-json } }',
    '0s | the create call answers INITIATED, its JSON broken off in the middle',
  ],
  ['{ respond: { error: cannot_process } }', '0s | the create call fails: cannot_process; nothing is stored'],
  ['{ respond: { httpStatus: 503, delay: 2s } }', '2s of real time | the create call fails: 503; nothing is stored'],
  [
    '{ respond: { fault: drop-before-commit } }',
    '0s | the create call breaks off without an answer; nothing is stored',
  ],
])('%s is shown as %s', async (mine, line) => {
  expect((await linesOf(mine))[0]).toBe(line)
})

test('what happens before the reply is shown before it', async () => {
  expect(await linesOf('{ webhook: { delay: before-reply, copies: 2 } }')).toEqual([
    '0s | COMPLETED',
    `0s | webhook copy 1 attempt 1: sent${usual}`,
    answered,
    `0s | webhook copy 2 attempt 1: sent${usual}`,
  ])
})

test('a webhook that waits is shown with what it waits for, and when it goes', async () => {
  expect((await linesOf('{ webhook: { delay: { statusQueries: 2, then: 10s } } }')).slice(-2)).toEqual([
    '3s | webhook: held for 2 status queries',
    `10s after status query 2 of the final status | webhook attempt 1: sent${usual}`,
  ])
  expect((await linesOf('{ webhook: { hold: 3, release: last-first, delay: 5s } }')).slice(-2)).toEqual([
    '3s | webhook: held until 3 of its scenario are ready, at most 1m; then last-first',
    `1m8s | webhook attempt 1: sent${usual}`,
  ])
  expect((await linesOf('{ webhook: { hold: 2, copies: 3, spacing: 10s } }')).slice(-4)).toEqual([
    '3s | webhook: held until 2 of its scenario are ready, at most 1m; then in-order',
    `13s | webhook copy 1 attempt 1: sent${usual}`,
    `13s | webhook copy 2 attempt 1: sent${usual}`,
    `1m23s | webhook copy 3 attempt 1: sent${usual}`,
  ])
})

test('an OTP is shown with each way it can go', async () => {
  expect(await linesOf('{ otp: { attempts: 2, expires: 1m } }', 'mobile-money')).toEqual([
    answered,
    '0s | the customer gets an OTP by SMS',
    '1m | FAILED as otp_failed, unless the OTP was accepted',
    'at wrong OTP 2 | FAILED as otp_failed',
    '0s after the OTP | the customer is asked for the PIN',
    '3s after the OTP | COMPLETED',
    `0s after the final status | webhook attempt 1: sent${usual}`,
  ])
})

test('a scenario that waits for a hand says so', async () => {
  expect(await linesOf('{ outcome: by-hand }')).toEqual([
    answered,
    'never | no final status until you act',
    `0s after the final status | webhook attempt 1: sent${usual}`,
  ])
})
