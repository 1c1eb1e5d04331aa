import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { declaredBy } from '../../src/scenarios/declared.ts'
import { scenarioJsonSchema } from '../../src/scenarios/json-schema.ts'

const file = join(import.meta.dirname, '..', '..', 'schema', 'scenarios.v1.json')
const judge = new Ajv2020({ strict: true, allErrors: true }).compile(scenarioJsonSchema())

test('schema/scenarios.v1.json is what the loader judges by; npm run schema writes it again', async () => {
  await expect(`${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(file)
})

const right = [
  'version: 1',
  'version: 1\nscenarios: { a: {} }',
  'version: 1\ndefaults: { scenario: approve }',
  'version: 1\nresults: { blocked: { code: "4100", source: Customer, text: Account is blocked } }',
  'version: 1\nscenarios: { a: { after: 2s..8s, outcome: { failed: wrong_pin } } }',
  'version: 1\nscenarios: { a: { match: { accountNumber: ["*1", "*2"], amount: { gt: 5 } } } }',
  'version: 1\nscenarios: { a: { match: { amount: 5000, flow: [mobile-money, bank-payout] } } }',
  'version: 1\nscenarios: { a: { otp: true } }',
  'version: 1\nscenarios: { a: { otp: { code: "123456", expires: 5m, attempts: 3, smsFee: 0.05 } } }',
  'version: 1\nscenarios: { a: { transfers: [{ pay: "60%", after: 5s }, { pay: 40, after: 20s, senderName: Kofi }] } }',
  'version: 1\nscenarios: { a: { expires: 30m, partialPayments: hold, lateTransfers: accept } }',
  'version: 1\nscenarios: { a: { respond: { status: PENDING, delay: 2s } } }',
  'version: 1\nscenarios: { a: { respond: { httpStatus: 503 } } }',
  'version: 1\nscenarios: { a: { respond: { fault: drop-after-commit } } }',
  'version: 1\nscenarios: { a: { respond: { error: cannot_process } } }',
  'version: 1\nscenarios: { a: { webhook: { delay: before-reply } } }',
  'version: 1\nscenarios: { a: { webhook: { delay: { statusQueries: 2, then: 10s } } } }',
  'version: 1\nscenarios: { a: { webhook: { copies: 3, spacing: 1s, retry: [1s], timeout: 2s } } }',
  'version: 1\nscenarios: { a: { webhook: { answers: [503, timeout, reset, lost-ack, real] } } }',
  'version: 1\nscenarios: { a: { webhook: { signature: [missing, valid], body: truncated } } }',
  'version: 1\nscenarios: { a: { webhook: { hold: 3, release: last-first } } }',
  'version: 1\nscenarios: { a: { webhook: { drop: true } } }',
]

const wrong = [
  '{}',
  'version: 2',
  'version: 1\nscenario: {}',
  'version: 1\nscenarios: []',
  'version: 1\nscenarios: { "a b": {} }',
  'version: 1\nscenarios: { a: { afer: 5s } }',
  'version: 1\nscenarios: { a: { after: 5 } }',
  'version: 1\nscenarios: { a: { after: soon } }',
  'version: 1\nscenarios: { a: { outcome: aproved } }',
  'version: 1\nscenarios: { a: { outcome: { failed: 5 } } }',
  'version: 1\nscenarios: { a: { match: { accountNumber: 241234567 } } }',
  'version: 1\nscenarios: { a: { match: { flow: momo } } }',
  'version: 1\nscenarios: { a: { match: { amount: -1 } } }',
  'version: 1\nscenarios: { a: { otp: false } }',
  'version: 1\nscenarios: { a: { otp: { code: 123456 } } }',
  'version: 1\nscenarios: { a: { otp: { attempts: 0 } } }',
  'version: 1\nscenarios: { a: { transfers: [{ pay: "0%", after: 5s }] } }',
  'version: 1\nscenarios: { a: { transfers: [{ after: 5s }] } }',
  'version: 1\nscenarios: { a: { expires: 0s } }',
  'version: 1\nscenarios: { a: { respond: { httpStatus: 404 } } }',
  'version: 1\nscenarios: { a: { respond: { fault: explode } } }',
  'version: 1\nscenarios: { a: { respond: { error: nothing } } }',
  'version: 1\nscenarios: { a: { webhook: { delay: later } } }',
  'version: 1\nscenarios: { a: { webhook: { delay: { then: 5s } } } }',
  'version: 1\nscenarios: { a: { webhook: { copies: 0 } } }',
  'version: 1\nscenarios: { a: { webhook: { answers: [] } } }',
  'version: 1\nscenarios: { a: { webhook: { answers: [maybe] } } }',
  'version: 1\nscenarios: { a: { webhook: { drop: false } } }',
  'version: 1\nscenarios: { a: { webhook: { hold: 1 } } }',
  'version: 1\nresults: { Blocked: { code: "4100", source: Customer, text: T } }',
  'version: 1\nresults: { blocked: { code: "0000", source: Customer, text: T } }',
  'version: 1\nresults: { blocked: { code: "4100", source: Customer } }',
]

test.each([...right.map((text) => [text, true] as const), ...wrong.map((text) => [text, false] as const)])(
  'schema and loader agree on %j: %s',
  (text, isRight) => {
    const value = parse(text)
    expect([judge(value), declaredBy(value).findings.length === 0]).toEqual([isRight, isRight])
  },
)
