import { type Rejection, refuse, SimulatedFailure } from '../../domain/rejection.ts'
import type { Intent } from '../../domain/transaction.ts'
import type { Scenario } from '../../scenarios/scenario.ts'

/**
 * The scenario's own refusal, which takes precedence over the business rules (D1). An amount misses its limit by the smallest unit.
 */
export function scenarioRefusal(
  scenario: Scenario,
  intent: Intent,
  said: SimulatedFailure['said'],
): Rejection | SimulatedFailure | null {
  const { refusal, reply } = scenario
  if (refusal === null) return null
  if (typeof refusal === 'number' || refusal === 'drop-before-commit') {
    return new SimulatedFailure(refusal, reply.delayMs ?? 0, said)
  }
  const { delayMs } = reply
  return refuse(refusal, intent, intent.askedMinor + (refusal === 'amount_too_small' ? 1 : -1)).with({
    ...said,
    ...(delayMs === undefined ? {} : { delayMs }),
  })
}
