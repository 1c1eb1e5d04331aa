import { type BusinessRuleName, businessRules } from '../catalogue/business-rules.ts'
import type { JsonObject } from './json.ts'

/** What travels with a refusal besides its rule's own text. */
export interface RejectionDetails {
  /** Keys added to the answer's body (D31). */
  readonly extra?: JsonObject
  /** The scenario that had been selected when the rule refused: the answer's `x-sandbox-scenario`. */
  readonly scenario?: string
  /** Wall milliseconds by which the scenario delays the answer. */
  readonly delayMs?: number
  /** What helps the developer: the answer's `x-sandbox-hint` (D5). */
  readonly hints?: readonly string[]
}

/** A request that a named business rule refuses (D10). It is a result, not a fault: nothing of the request is stored. */
export class Rejection extends Error {
  readonly rule: BusinessRuleName
  /** What the rule's row says the refusal is: of the request, or of an id that names nothing. */
  readonly status: 400 | 404
  readonly details: RejectionDetails

  constructor(rule: BusinessRuleName, text: string = businessRules[rule].text, details: RejectionDetails = {}) {
    super(text)
    this.name = 'Rejection'
    this.rule = rule
    this.status = businessRules[rule].status
    this.details = details
  }

  /** The same refusal with more that travels with it. */
  with(more: RejectionDetails): Rejection {
    return new Rejection(this.rule, this.message, { ...this.details, ...more })
  }
}
