import { type BusinessRuleName, businessRules } from '../catalogue/business-rules.ts'
import type { JsonObject } from './json.ts'

export interface RejectionDetails {
  /** Keys added to the answer's body (D31). */
  readonly extra?: JsonObject
  /** The selected scenario: the answer's `x-sandbox-scenario`. */
  readonly scenario?: string
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
