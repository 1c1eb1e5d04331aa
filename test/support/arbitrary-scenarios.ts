import fc from 'fast-check'
import { refusalNames } from '../../src/catalogue/business-rules.ts'
import { resultNames } from '../../src/catalogue/results.ts'
import { bodyFaultNames } from '../../src/domain/body-faults.ts'
import { replyFaults } from '../../src/domain/plan.ts'
import { failureStatuses } from '../../src/domain/rejection.ts'
import { builtInResult } from '../../src/domain/result.ts'
import { type Flow, flowHas, flows, flowsWith } from '../../src/domain/transaction.ts'
import { pretendedAnswers, signatureFaults } from '../../src/domain/webhook-faults.ts'
import { scenarioSchema } from '../../src/scenarios/language/file.ts'
import { flowsOfResult } from '../../src/scenarios/language/flow-fit.ts'
import { lintScenario } from '../../src/scenarios/lint/lint-scenario.ts'
import type { Body } from './requests.ts'

/** A valid scenario as it is written, and what a merchant does to the one transaction that plays it. */
export interface ArbitraryScenario {
  readonly flow: Flow
  readonly written: Body
  readonly settings: Body
  readonly chosenBy: 'header' | 'metadata' | 'reference' | 'match' | 'business'
  /** What the merchant does with the OTP, if one is asked for: how long after creation, or how wrongly. */
  readonly otp: { readonly afterMs: number } | 'wrong' | 'none'
  /** Whether a scenario that waits for a hand gets one. */
  readonly isActedOn: boolean
}

/** Durations rich in ties, nothings and small differences. */
const duration = fc.constantFrom('0s', '1ms', '1s', '5s', '59s', '1m', '1m1ms', '2m', '10m', '1h')
const span = duration.filter((text) => text !== '0s')
const drawn = fc.oneof({ weight: 3, arbitrary: duration }, fc.constantFrom('2s..8s', '0s..1m', '59s..2m', '1h..1h'))
/** What a scenario keeps its caller waiting for in real time, which a test spends. */
const wallTime = fc.constantFrom('0s', '1ms', '3ms')

const optional = <T extends Record<string, fc.Arbitrary<unknown>>>(model: T) => fc.record(model, { requiredKeys: [] })

/** What the create call gets; only mobile money collections can be answered PENDING or COMPLETED (D33). */
function responds(flow: Flow) {
  const status = flowHas(flow, 'prompt') ? { status: fc.constantFrom('PENDING', 'COMPLETED') } : {}
  const reply = optional({ ...status, delay: wallTime })
  return fc.oneof(
    { weight: 6, arbitrary: reply },
    reply.chain((given) =>
      fc.constantFrom(...replyFaults.filter((fault) => fault !== 'hang')).map((fault) => ({ ...given, fault })),
    ),
    fc.constant({ fault: 'hang', delay: '1ms' }),
    fc.constant({ fault: 'drop-before-commit' }),
    fc.record({ httpStatus: fc.constantFrom(...failureStatuses), delay: wallTime }),
    fc.record({ error: fc.constantFrom(...refusalNames) }),
  )
}

const answer = fc.oneof(fc.constantFrom(...pretendedAnswers), fc.constantFrom(200, 204, 301, 404, 503))
const signature = fc.constantFrom(...signatureFaults)
const queries = fc.integer({ min: 1, max: 3 })
const copies = fc.integer({ min: 2, max: 3 })
/** What a webhook waits for, and how many there are: only some go together. */
const manner = fc.oneof(
  optional({ delay: duration }),
  fc.record({ delay: fc.constant('before-reply'), copies: fc.integer({ min: 1, max: 3 }) }),
  // biome-ignore lint/suspicious/noThenProperty: the language's word
  fc.record({ delay: fc.record({ statusQueries: queries, then: duration }), copies: fc.constant(1) }),
  fc.record({ delay: fc.record({ statusQueries: queries }), copies, spacing: duration }),
  fc.record({
    hold: fc.integer({ min: 2, max: 3 }),
    release: fc.constantFrom('in-order', 'last-first'),
    delay: duration,
  }),
  fc.record({ hold: fc.integer({ min: 2, max: 4 }), copies, spacing: duration }),
  fc.record({ copies, spacing: duration, delay: duration }),
)
const spoiled = optional({
  answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
  signature: fc.oneof(signature, fc.array(signature, { minLength: 1, maxLength: 3 })),
  body: fc.constantFrom(...bodyFaultNames),
  retry: fc.array(duration, { maxLength: 4 }),
  timeout: fc.constantFrom('5s', '30s'),
})
const webhook = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(manner, spoiled).map(([one, other]) => ({ ...one, ...other })) },
  optional({ delay: duration }).map((rest) => ({ drop: true, ...rest })),
)

const transfers = fc.array(
  fc
    .tuple(fc.constantFrom('100%', '60%', '40%', '0.01%', 5000.5, 2000), drawn, fc.constantFrom('Kofi', undefined))
    .map(([pay, after, senderName]) => ({ pay, after, ...(senderName === undefined ? {} : { senderName }) })),
  { maxLength: 4 },
)

function outcomes(flow: Flow) {
  const names = resultNames.filter((name) => name !== 'approved' && flowsOfResult(name).includes(flow))
  const failed = fc.constantFrom(...names).map((name) => ({ failed: name }))
  const always = fc.oneof(
    { weight: 3, arbitrary: fc.constant('approved') },
    failed,
    fc.constantFrom('never', 'by-hand'),
  )
  return flowHas(flow, 'account') ? fc.oneof(always, fc.constantFrom('expired', 'by-transfers')) : always
}

/** Every key that can be written for a flow, most of them left out. */
function scenarios(flow: Flow): fc.Arbitrary<Body> {
  const account = {
    transfers,
    expires: span,
    partialPayments: fc.constantFrom('accept', 'hold', 'fail'),
    lateTransfers: fc.constantFrom('ignore', 'accept'),
  }
  const details = { expires: span, attempts: fc.integer({ min: 1, max: 3 }), smsFee: fc.constantFrom(0, 0.05) }
  const otp = fc.oneof(fc.constant(true), optional({ code: fc.constantFrom('1234', '000000'), ...details }))
  const common = { summary: fc.constant('A scenario'), after: drawn, outcome: outcomes(flow) }
  const own = { ...(flowHas(flow, 'account') ? account : {}), ...(flowHas(flow, 'prompt') ? { otp } : {}) }
  return fc
    .tuple(
      optional({ ...common, ...own }),
      fc.option(responds(flow), { nil: undefined, freq: 2 }),
      fc.option(webhook, { nil: undefined, freq: 5 }),
    )
    .map(([scenario, reply, hook]) => ({
      ...scenario,
      ...(reply === undefined ? {} : { respond: reply }),
      ...(hook === undefined ? {} : { webhook: hook }),
    }))
    .filter(isPossible)
}

function isPossible(written: Body): boolean {
  const checked = scenarioSchema.safeParse(written)
  return (
    checked.success &&
    lintScenario({ written, read: checked.data }, new Map(resultNames.map((name) => [name, builtInResult(name)])))
      .length === 0
  )
}

const settings = optional({
  retry: fc.array(duration, { maxLength: 3 }),
  accountLifetime: fc.constantFrom('0s', '1m', '30m'),
  partialPayments: fc.constantFrom('accept', 'hold', 'fail'),
  lateTransfers: fc.constantFrom('ignore', 'accept'),
  smsOtp: fc.constantFrom(['MTN'], []),
  mode: fc.constantFrom('automatic', 'manual'),
  variance: fc.constantFrom(1, 2, 3),
})

/** Scenarios of every flow, with a business and a merchant for each. */
export const arbitraryScenario: fc.Arbitrary<ArbitraryScenario> = fc
  .constantFrom<Flow[]>(...flows, ...flowsWith('account'))
  .chain((flow) =>
    fc.record({
      flow: fc.constant(flow),
      written: scenarios(flow),
      settings: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        { weight: 4, arbitrary: settings },
        fc.constant({ callbackUrl: null }),
      ),
      chosenBy: fc.constantFrom('header', 'metadata', 'reference', 'match', 'business'),
      otp: fc.oneof(
        fc.constantFrom('wrong', 'none'),
        fc.constantFrom(0, 1, 59_000, 60_000, 60_001).map((afterMs) => ({ afterMs })),
      ),
      isActedOn: fc.boolean(),
    }),
  )
