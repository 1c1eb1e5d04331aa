import { type BusinessRuleName, businessRules } from '../catalogue/business-rules.ts'
import type { JsonObject } from './json.ts'

/** A request that a named business rule refuses (D10). It is a result, not a fault: nothing is stored. */
export class Rejection extends Error {
  readonly rule: BusinessRuleName
  /** What the rule's row says the refusal is: of the request, or of an id that names nothing. */
  readonly status: 400 | 404
  /** Keys added to the answer's body (D31). */
  readonly extra: JsonObject
  /** The scenario that had been selected when the rule refused: the answer's `x-sandbox-scenario`. */
  readonly scenario: string | null

  constructor(
    rule: BusinessRuleName,
    text: string = businessRules[rule].text,
    extra: JsonObject = {},
    scenario: string | null = null,
  ) {
    super(text)
    this.name = 'Rejection'
    this.rule = rule
    this.status = businessRules[rule].status
    this.extra = extra
    this.scenario = scenario
  }

  /** The same refusal, told with the scenario that had been selected. */
  after(scenario: string): Rejection {
    return new Rejection(this.rule, this.message, this.extra, scenario)
  }
}
