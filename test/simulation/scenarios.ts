import { results } from '../../src/catalogue/results.ts'
import { builtInResult } from '../../src/domain/result.ts'
import type { Flow } from '../../src/domain/transaction.ts'
import { interpretScenario } from '../../src/scenarios/compile/interpret.ts'
import { scenarioSchema, type WrittenScenario } from '../../src/scenarios/language/file.ts'
import { lintScenario } from '../../src/scenarios/lint/lint-scenario.ts'
import type { Scenario } from '../../src/scenarios/scenario.ts'
import { type CompiledScenarios, compileScenarios } from '../../src/scenarios/select/select.ts'

/** When a transaction without acts comes to a final status, in milliseconds from its creation. */
type Ending = readonly [afterMs: number, status: 'COMPLETED' | 'FAILED']

export interface SimulatedScenario {
  readonly name: string
  readonly flows: readonly Flow[]
  readonly webhook: NonNullable<WrittenScenario['webhook']>
  endings(flow: Flow): readonly Ending[]
  /** The same from the acceptance of its OTP; null if it asks for none. */
  readonly otpEnding: Ending | null
}

interface Endings {
  readonly ends: readonly Ending[]
  readonly otpEnds?: Ending | undefined
}
type Base = WrittenScenario & Endings

/** How long virtual accounts live where their scenario does not say. */
export const accountLifetimeMs = 600_000

const approved = { outcome: 'approved', ends: [[3000, 'COMPLETED']] } as const
const failed = { after: '5s', outcome: { failed: 'switch_error' }, ends: [[5000, 'FAILED']] } as const

/** How a scenario goes, without its webhook. */
const bases: Readonly<Record<string, Base>> = {
  approved,
  failed,
  'at-once': { ...approved, respond: { status: 'COMPLETED' }, ends: [[0, 'COMPLETED']] },
  pending: { ...approved, after: '7s', respond: { status: 'PENDING' }, ends: [[7000, 'COMPLETED']] },
  'by-hand': { outcome: 'by-hand', ends: [] },
  never: { outcome: 'never', ends: [] },
  'wrong-pin': { after: '4s', outcome: { failed: 'wrong_pin' }, ends: [[4000, 'FAILED']] },
  otp: { ...approved, otp: true, ends: [[300_000, 'FAILED']], otpEnds: [3000, 'COMPLETED'] },
  'otp-short': {
    ...failed,
    after: '40s',
    otp: { code: '0042', attempts: 2, expires: '20s' },
    ends: [[20_000, 'FAILED']],
    otpEnds: [40_000, 'FAILED'],
  },
  paid: { transfers: [{ pay: '100%', after: '5s' }], ends: [[5000, 'COMPLETED']] },
  split: {
    partialPayments: 'hold',
    transfers: [
      { pay: '60%', after: '5s' },
      { pay: '40%', after: '20s' },
    ],
    ends: [[20_000, 'COMPLETED']],
  },
  late: {
    expires: '1m',
    partialPayments: 'accept',
    lateTransfers: 'accept',
    transfers: [{ pay: '100%', after: '70s' }],
    ends: [
      [60_000, 'FAILED'],
      [70_000, 'COMPLETED'],
    ],
  },
  'too-late': {
    expires: '1m',
    lateTransfers: 'ignore',
    transfers: [{ pay: '100%', after: '70s' }],
    ends: [[60_000, 'FAILED']],
  },
  'late-parts': {
    expires: '30s',
    partialPayments: 'hold',
    lateTransfers: 'accept',
    transfers: [
      { pay: '50%', after: '20s' },
      { pay: '30%', after: '40s' },
      { pay: '20%', after: '50s' },
    ],
    ends: [
      [30_000, 'FAILED'],
      [50_000, 'COMPLETED'],
    ],
  },
  'wrong-sum': { partialPayments: 'fail', transfers: [{ pay: '60%', after: '5s' }], ends: [[5000, 'FAILED']] },
  unpaid: { outcome: 'expired', expires: '30s', ends: [[30_000, 'FAILED']] },
}

const webhooks: Readonly<Record<string, SimulatedScenario['webhook']>> = {
  plain: {},
  later: { delay: '2m' },
  'no-retry': { retry: [] },
  'retry-fast': { retry: ['1s', '1s', '4s'] },
  copies: { copies: 3 },
  spaced: { copies: 2, spacing: '10s' },
  dropped: { drop: true },
  'hold-2': { hold: 2 },
  'hold-3-last': { hold: 3, release: 'last-first' },
  'hold-4-copies': { hold: 4, copies: 2, spacing: '10s' },
  'hold-2-last-late': { hold: 2, release: 'last-first', delay: '5s' },
  'before-reply': { delay: 'before-reply' },
  'before-copies': { delay: 'before-reply', copies: 2 },
  asked: { delay: { statusQueries: 1 } },
  // biome-ignore lint/suspicious/noThenProperty: the scenario language's word
  'asked-twice': { delay: { statusQueries: 2, then: '10s' } },
  pretended: { answers: [503, 'timeout', 'lost-ack', 'real'] },
  unreachable: { answers: ['reset'], retry: ['2s'] },
  'lost-copies': { answers: ['lost-ack', 'real'], copies: 2 },
  spoilt: { body: 'truncated', signature: ['missing', 'valid'] },
}

/** Every way to go with every webhook, except ways that contradict their webhook. */
export const scenarios: readonly SimulatedScenario[] = Object.entries(bases).flatMap(
  ([base, { ends, otpEnds, ...way }]) =>
    Object.entries(webhooks).flatMap(([kind, webhook]) => {
      const written = writtenOf(way, webhook)
      return written === null ? [] : [scenarioOf(`${base}.${kind}`, written, { ends, otpEnds })]
    }),
)

export const compiledScenarios: CompiledScenarios = compileScenarios({
  scenarios: scenarios.map(({ name }) => scenarioNamed(name)),
  results: new Map([['switch_error', builtInResult('switch_error')]]),
  defaultScenario: null,
})

/** A webhook before the reply takes the place of `after`. */
function writtenOf(way: WrittenScenario, webhook: SimulatedScenario['webhook']): WrittenScenario | null {
  const { after, ...rest } = way
  const written = { ...(webhook.delay === 'before-reply' ? rest : way), webhook }
  return lintScenario({ written, read: scenarioSchema.parse(written) }, new Map(Object.entries(results))).length === 0
    ? written
    : null
}

function scenarioOf(name: string, written: WrittenScenario, { ends, otpEnds }: Endings): SimulatedScenario {
  const { webhook = {}, outcome } = written
  const isOpen = outcome === 'by-hand'
  return {
    name,
    flows: scenarioNamed(name).flows,
    webhook,
    otpEnding: otpEnds ?? null,
    endings(flow) {
      if (webhook.delay === 'before-reply') return ends.map(([, status]) => [0, status])
      return isOpen && flow === 'virtual-account' ? [[accountLifetimeMs, 'FAILED']] : ends
    },
  }
}

function scenarioNamed(name: string): Scenario {
  const [base = '', kind = ''] = name.split('.')
  const { ends: _, otpEnds: __, ...way } = bases[base] ?? { ends: [] }
  const written = writtenOf(way, webhooks[kind] ?? {})
  if (!written) throw new Error(`There is no scenario ${name}`)
  const results = new Map((['switch_error', 'wrong_pin'] as const).map((result) => [result, builtInResult(result)]))
  const source = { file: 'scenarios.ts', line: 1 }
  return interpretScenario({ name, source, written, read: scenarioSchema.parse(written) }, results)
}
