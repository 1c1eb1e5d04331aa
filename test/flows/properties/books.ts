import fc from 'fast-check'
import { minorUnits } from '../../support/arbitrary-requests.ts'

/** Currencies with two, no and six places; NGN for the virtual accounts. */
export const codes = ['GHS', 'UGX', 'USDC', 'NGN'] as const
export type Code = (typeof codes)[number]

/** How a transaction ends: its scenario, when, and whether the money went the way it was to go. */
interface Ending {
  readonly scenario: string
  readonly afterMs: number
  readonly succeeds: boolean
}

const approve = { scenario: 'approve', afterMs: 3000, succeeds: true }
const failing = (scenario: string) => ({ scenario, afterMs: 5000, succeeds: false })

export const flows = {
  collect: { isPayout: false, thousandths: 15n, endings: [approve, failing('wrong-pin'), failing('switch-error')] },
  generate: { isPayout: false, thousandths: 10n, endings: [approve, failing('switch-error')] },
  payBank: { isPayout: true, thousandths: 10n, endings: [approve, failing('switch-error')] },
  payMobileMoney: { isPayout: true, thousandths: 10n, endings: [approve, failing('switch-error')] },
} as const satisfies Record<string, { isPayout: boolean; thousandths: bigint; endings: readonly Ending[] }>

type Flow = keyof typeof flows

export interface Payment {
  readonly step: 'pay'
  readonly flow: Flow
  readonly code: Code
  readonly minor: bigint
  readonly ending: Ending
}

export type Step =
  | Payment
  | { readonly step: 'set'; readonly code: Code; readonly minor: bigint }
  | { readonly step: 'advance'; readonly seconds: number }

const sum = minorUnits(200_000)
const code = fc.constantFrom(...codes)
const payment: fc.Arbitrary<Payment> = fc.constantFrom(...(Object.keys(flows) as Flow[])).chain((flow) =>
  fc.record({
    step: fc.constant('pay' as const),
    flow: fc.constant(flow),
    code: flow === 'generate' ? fc.constant('NGN' as const) : code,
    minor: sum,
    ending: fc.constantFrom<Ending>(...flows[flow].endings),
  }),
)
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: payment },
  fc.record({ step: fc.constant('set' as const), code, minor: fc.oneof(fc.constant(0n), sum) }),
  fc.record({ step: fc.constant('advance' as const), seconds: fc.integer({ min: 1, max: 6 }) }),
)

/** What the wallets must hold, worked out beside the sandbox. */
export class Books {
  readonly balances = new Map<Code, bigint>()
  readonly movements: string[] = []
  private pending: { readonly dueMs: number; readonly code: Code; readonly minor: bigint }[] = []
  private nowMs = 0
  readonly opening: bigint
  readonly bearFee: 'customer' | 'business'

  constructor(opening: bigint, bearFee: 'customer' | 'business') {
    this.opening = opening
    this.bearFee = bearFee
    for (const code of codes) this.balances.set(code, opening)
  }
  balance(code: Code): bigint {
    return this.balances.get(code) ?? 0n
  }
  move(code: Code, minor: bigint): void {
    this.balances.set(code, this.balance(code) + minor)
    if (minor !== 0n) this.movements.push(`${code} ${minor}`)
  }
  later(afterMs: number, code: Code, minor: bigint): void {
    this.pending.push({ dueMs: this.nowMs + afterMs, code, minor })
  }
  advance(ms: number): void {
    this.nowMs += ms
    for (const { code, minor } of this.pending.filter(({ dueMs }) => dueMs <= this.nowMs)) this.move(code, minor)
    this.pending = this.pending.filter(({ dueMs }) => dueMs > this.nowMs)
  }
}
