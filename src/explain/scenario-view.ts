import { formatDuration } from '../domain/duration.ts'
import { magicNumber, type Scenario } from '../scenarios/scenario.ts'
import type { Sample } from './sample-intent.ts'
import { samplePlan } from './sample-plan.ts'

/** A scenario as it is shown, with its forecast for a sample. Throws a RangeError if the sample cannot be. */
export function viewScenario(scenario: Scenario, asked: Sample = {}) {
  const { name, summary, source, flows, match } = scenario
  const { what, events } = samplePlan(scenario, asked)
  return {
    name,
    summary,
    source,
    flows,
    match: match && { ...match },
    magicNumber: magicNumber(scenario),
    definition: understood(scenario),
    sample: what,
    forecast: events.map(({ after, event }) => ({ after, event })),
  }
}

/** A scenario as it was understood: durations as text, without what it does not say. */
function understood(scenario: Scenario) {
  const { after, outcome, otp, transfers, expiresMs, partialPayments, lateTransfers, reply, refusal, webhook } =
    scenario
  const { minMs, maxMs } = after
  const span = minMs === maxMs ? formatDuration(minMs) : `${formatDuration(minMs)}..${formatDuration(maxMs)}`
  const ending = outcome.kind === 'failed' ? { failed: outcome.result.name } : outcome.kind
  const all = {
    after: span,
    outcome: ending,
    otp,
    transfers,
    expires: expiresMs === null ? null : formatDuration(expiresMs),
    partialPayments,
    lateTransfers,
    reply,
    refusal,
    webhook: webhook.faults ?? (webhook.delayMs === 0 ? null : { delay: formatDuration(webhook.delayMs) }),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}
