import type { RefusalName } from '../catalogue/business-rules.ts'
import type { CurrencyCode } from '../catalogue/currencies.ts'
import { resultNames } from '../catalogue/results.ts'
import type { Expectations } from '../domain/expectations.ts'
import type { LateTransfers, PartialPayments, PlannedReply, Result } from '../domain/plan.ts'
import type { FailureKind } from '../domain/rejection.ts'
import { builtInResult } from '../domain/result.ts'
import { type Flow, flows } from '../domain/transaction.ts'
import type { WebhookFaults } from '../domain/webhook-faults.ts'
import type { DurationRange } from './language/duration-range.ts'
import type { WrittenScenario } from './language/file.ts'
import type { Match } from './language/match.ts'
import type { OtpScenario } from './language/otp.ts'

export { type Flow, flows }

/** A checked scenario: what the customer, the network and the bank do to one transaction. */
export interface Scenario {
  readonly name: string
  readonly summary: string | null
  readonly source: { readonly file: string; readonly line: number }
  readonly flows: readonly Flow[]
  /** The only currency that it fits; null: any currency. */
  readonly currency: CurrencyCode | null
  readonly match: Match | null
  /** The weights of the scenarios that it draws from; null: it has a life of its own. */
  readonly mix: Readonly<Record<string, number>> | null
  /** From creation to the final status. */
  readonly after: DurationRange
  readonly outcome: ScenarioOutcome
  /** Null: an OTP only if the business's network sends one. */
  readonly otp: OtpScenario | null
  /** Null: one transfer of 100 % at `after`. */
  readonly transfers: readonly Transfer[] | null
  /** Null: the business's `accountLifetime`. */
  readonly expiresMs: number | null
  /** Null: the business's policy. */
  readonly partialPayments: PartialPayments | null
  /** Null: the business's policy. */
  readonly lateTransfers: LateTransfers | null
  readonly reply: PlannedReply
  /** The business rule or the failure that refuses the request; nothing is stored then (D1). */
  readonly refusal: RefusalName | FailureKind | null
  /** Null: the business's retries and time-out. */
  readonly webhook: {
    readonly delayMs: number
    readonly retryMs: readonly number[] | null
    readonly timeoutMs: number | null
    readonly faults: WebhookFaults | null
  }
  readonly written: WrittenScenario
  /** Null: it expects nothing. */
  readonly expect: Expectations | null
}

/**
 * How a scenario ends; `by-transfers` follows what is paid into a virtual account, `never` has no final status, `by-hand`
 * waits for an action by hand.
 */
export type ScenarioOutcome =
  | { readonly kind: 'approved' | 'expired' | 'by-transfers' | 'never' | 'by-hand' }
  | { readonly kind: 'failed'; readonly result: Result }

/** One transfer into a virtual account; `after` counts from creation. */
export interface Transfer {
  /** A share in hundredths of a percent of the sum asked for, or a fixed amount in major units. */
  readonly pay: { readonly shareBasisPoints: number } | { readonly amount: number }
  readonly after: DurationRange
  /** Null: the customer's own name. */
  readonly senderName: string | null
}

/** Returns the account numbers that choose a scenario, as a glob: `*000911?`; null if its match has none. */
export function magicNumber({ match }: Scenario): string | null {
  return match?.accountNumber?.[0] ?? null
}

interface FlowFacts {
  readonly flows: readonly Flow[]
  readonly match: { readonly flow?: readonly Flow[] | undefined } | null
}

/** The flows of a scenario's match, or else all that it fits. */
export function intendedFlows({ flows: possible, match }: FlowFacts): readonly Flow[] {
  return possible.filter((flow) => match?.flow?.includes(flow) ?? true)
}

/** All scenarios, in the order in which match rules are tried. */
export interface ScenarioSet {
  readonly scenarios: readonly Scenario[]
  readonly results: ReadonlyMap<string, Result>
  /** `defaults.scenario`: the user's, else the package's. */
  readonly defaultScenario: string | null
}

/** Lays a set over another: its scenarios come first, and override those of the same name. */
export function laidOver(upper: ScenarioSet, under: ScenarioSet): ScenarioSet {
  const hidden = new Set(upper.scenarios.map(({ name }) => name))
  const scenarios = [...upper.scenarios, ...under.scenarios.filter(({ name }) => !hidden.has(name))]
  return {
    scenarios: withFlowsOfMembers(scenarios),
    results: new Map([...under.results, ...upper.results]),
    defaultScenario: upper.defaultScenario ?? under.defaultScenario,
  }
}

/** Gives each mix the flows of its members. */
function withFlowsOfMembers(scenarios: readonly Scenario[]): readonly Scenario[] {
  const byName = new Map(scenarios.map((scenario) => [scenario.name, scenario]))
  return scenarios.map((scenario) => {
    if (scenario.mix === null) return scenario
    const members = Object.keys(scenario.mix).map((name) => byName.get(name))
    return { ...scenario, flows: flows.filter((flow) => members.some((member) => member?.flows.includes(flow))) }
  })
}

export const noScenarios: ScenarioSet = {
  scenarios: [],
  results: new Map(resultNames.map((name) => [name, builtInResult(name)])),
  defaultScenario: null,
}
