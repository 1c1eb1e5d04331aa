import { type BusinessRuleName, businessRules, type RefusalName } from '../catalogue/business-rules.ts'
import { filled } from '../text.ts'
import type { JsonObject } from './json.ts'
import { toDecimalString } from './money.ts'
import type { ChosenScenario } from './plan.ts'
import type { Intent } from './transaction.ts'

export interface RejectionDetails {
  /** Keys added to the answer's body (D31). */
  readonly extra?: JsonObject
  /** The selected scenario: the answer's `x-sandbox-scenario`. */
  readonly scenario?: ChosenScenario
  /** Wall milliseconds before the answer. */
  readonly delayMs?: number
  /** The answer's `x-sandbox-hint` (D5). */
  readonly hints?: readonly string[]
}

/** A named business rule refuses the request (D10). Nothing of the request is stored. */
export class Rejection extends Error {
  readonly rule: BusinessRuleName
  /** 404 if an id names nothing. */
  readonly status: 400 | 404
  readonly details: RejectionDetails

  constructor(rule: BusinessRuleName, text: string = businessRules[rule].text, details: RejectionDetails = {}) {
    super(text)
    this.name = 'Rejection'
    this.rule = rule
    this.status = businessRules[rule].status
    this.details = details
  }

  with(more: RejectionDetails): Rejection {
    return new Rejection(this.rule, this.message, { ...this.details, ...more })
  }
}

/** Makes the refusal of a rule of D10. `limitMinor` is the limit that the amount missed. */
export function refuse(
  rule: RefusalName,
  { currency, network }: Pick<Intent, 'currency' | 'network'>,
  limitMinor = 0,
): Rejection {
  const limit = toDecimalString(limitMinor, currency)
  const text = filled(businessRules[rule].text, { currency, network, limit })
  return new Rejection(rule, text, rule === 'provider_downtime' ? { extra: providerDown } : {})
}

/** D31: the provider's text beside the service's sentence. */
const providerDown: JsonObject = {
  provider_hook_response: { status: 'FAILED', message: 'The provider is not available at the moment' },
}

/** An HTTP status, or a connection that ends without an answer; nothing is stored. */
export type FailureKind = (typeof failureStatuses)[number] | 'drop-before-commit'
export const failureStatuses = [429, 500, 503] as const

/** The scenario makes a create call fail. Nothing of the call is stored. */
export class SimulatedFailure extends Error {
  readonly kind: FailureKind
  /** Wall milliseconds before the failure. */
  readonly delayMs: number
  /** The answer's `x-sandbox-scenario` and `x-sandbox-hint` (D5). */
  readonly said: { readonly scenario: ChosenScenario; readonly hints: readonly string[] }

  constructor(kind: FailureKind, delayMs: number, said: SimulatedFailure['said']) {
    super(`The scenario ${said.scenario.name} makes this request fail: ${kind}`)
    this.name = 'SimulatedFailure'
    this.kind = kind
    this.delayMs = delayMs
    this.said = said
  }
}
