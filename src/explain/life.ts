import { cancelled } from './cancelled.ts'
import { inOrderOfTime } from './expected.ts'
import { happened } from './happened.ts'
import type { LifeStep, Stored } from './life-step.ts'
import { answerAhead, settlementAhead } from './settlement-ahead.ts'
import { webhooksAhead } from './webhooks-ahead.ts'

/**
 * The life of a transaction in the order of causes: what happened, as the engine recorded it; the steps of its plan that
 * something else forestalled; and what is to come, by time.
 */
export function lifeOf(stored: Stored): readonly LifeStep[] {
  const ahead = inOrderOfTime([...settlementAhead(stored), ...webhooksAhead(stored), ...answerAhead(stored)])
  const pending = ahead.map(({ when, ...what }): LifeStep => ({ what, state: 'pending', when }))
  return [...happened(stored), ...cancelled(stored), ...pending]
}
