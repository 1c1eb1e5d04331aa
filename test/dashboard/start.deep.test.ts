import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { definitionOf, flows } from '../../src/catalogue/flows.ts'
import { createControlClient } from '../../src/control-client.ts'
import { firstCommands } from '../../src/dashboard/start/commands.ts'
import { playThrough } from '../../src/dashboard/start/play-through.ts'
import { sampleCall } from '../../src/dashboard/start/sample-call.ts'
import { verdictOf } from '../../src/dashboard/start/verdict.ts'
import type { Attempt } from '../../src/dashboard/state/transaction.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

const shell = async (text: string) => (await promisify(execFile)('sh', ['-c', text])).stdout

const trials = flows.flatMap((flow) =>
  Object.keys(definitionOf(flow).page.trials).map((scenario) => ({ flow, scenario })),
)

test('every trial of every flow is accepted, plays to its end and leaves nothing to come', async () => {
  const sandbox = await openSandbox()
  for (const [index, { flow, scenario }] of trials.entries()) {
    const shop = sandbox.shop()
    const names = { reference: `try-${index}`, callbackURL: `${sandbox.url}/_sandbox/receiver` }
    const sample = sampleCall(flow, names)
    const headers = { 'x-sandbox-scenario': scenario }
    const { status, body } = await shop.call(sample.path, { body: sample.body, headers })
    expect([scenario, status, body]).toEqual([scenario, expect.any(Number), expect.anything()])
    const { id } = Array.isArray(body) ? body[0] : body
    const { call } = createControlClient({ url: sandbox.url, key: shop.key })
    let waitedMs = 0
    const sleep = async (ms: number) => {
      waitedMs += ms
    }
    const submitOtp = (otp: string) => shop.post('/collections/otp', { id, otp })
    await playThrough(id, { call, submitOtp, moved: () => {}, sleep })
    const { next, status: ended, deliveries } = await call('GET /_sandbox/transactions/{id}', { id })
    expect(next).toBeNull()
    if (['approve', 'otp'].includes(scenario)) expect(ended).toBe('COMPLETED')
    expect(deliveries.map((delivery) => verdictOf(delivery).signature)).not.toContain(null)
    expect(waitedMs).toBeLessThan(10_000)
  }
})

test('the three commands bring a webhook and a failure with any key', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  const { key } = sandbox.shop()
  const callbackURL = `${sandbox.url}/_sandbox/receiver`
  const commands = firstCommands({ url: sandbox.url, key, callbackURL, reference: 'shell-1' })
  const answers = []
  for (const { text } of commands) answers.push(JSON.parse(await shell(text)))
  expect(answers).toMatchObject([
    { status: 'INITIATED' },
    { status: 'delivered', reference: 'shell-1' },
    { data: [{ use: 'wrong-pin', remaining: 1 }] },
  ])
})

test('a verdict has the answer, and the receiver’s judgement of the signature', () => {
  const attempt = (number: number, response: Attempt['response'], error: string | null = null): Attempt => {
    return { number, at: '2026-01-31T12:00:00.000Z', sent: true, headers: {}, response, error, durationMs: 1 }
  }
  const right = { status: 200, body: '{"received":true,"signature":"right","business":"test_a"}' }
  expect(verdictOf({ attempts: [] })).toEqual({ title: 'on its way', tone: 'neutral', signature: null })
  expect(verdictOf({ attempts: [attempt(1, right)] })).toEqual({
    title: 'answered 200',
    tone: 'good',
    signature: 'signature right',
  })
  expect(verdictOf({ attempts: [attempt(1, null, 'timed out'), attempt(2, right)] }).title).toBe(
    'attempt 2: answered 200',
  )
  expect(verdictOf({ attempts: [attempt(1, null, 'timed out')] }).title).toBe('timed out')
  for (const body of ['', 'ok', 'null', '{"signature":{}}', '{"signature":"constructor"}']) {
    expect(verdictOf({ attempts: [attempt(1, { status: 200, body })] }).signature).toBeNull()
  }
})
