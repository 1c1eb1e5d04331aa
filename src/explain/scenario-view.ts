import { formatDuration } from '../domain/duration.ts'
import { toDecimalString } from '../domain/money.ts'
import { expiryResult } from '../domain/result.ts'
import { settingsSchema } from '../domain/settings.ts'
import { after } from '../domain/when.ts'
import { type Planned, sortedOpenSteps } from '../scenarios/plan/open-steps.ts'
import { planFor } from '../scenarios/plan/plan.ts'
import { purposeOf } from '../scenarios/purpose.ts'
import { magicNumber, type Scenario } from '../scenarios/scenario.ts'
import { formatSpan } from '../words/when.ts'
import type { Expected } from './expected.ts'
import { forecast, forecastRefusal } from './forecast.ts'
import { inWords, presentExpected } from './present-expected.ts'
import { type Sample, sampleIntent } from './sample-intent.ts'

/** A scenario as it is shown, with its forecast for a sample. `own`: the user wrote it. Throws an `ImpossibleSample`. */
export function viewScenario(scenario: Scenario, own: boolean, asked: Sample = {}) {
  const { name, summary, source, flows, match } = scenario
  const intent = sampleIntent(scenario, asked)
  const steps = sampleSteps(scenario, intent)
  return {
    name,
    summary,
    source,
    own,
    flows,
    match: match && { ...match },
    magicNumber: magicNumber(scenario),
    purpose: purposeOf(scenario),
    result: failureOf(scenario),
    definition: understood(scenario),
    sample: sampleText(scenario, intent),
    steps: steps.map(presentExpected),
    forecast: inWords(steps),
  }
}

/** What the transaction fails with; null if it does not fail. */
function failureOf({ outcome, refusal }: Scenario) {
  if (refusal !== null || (outcome.kind !== 'failed' && outcome.kind !== 'expired')) return null
  const { name, code, source, text } = outcome.kind === 'failed' ? outcome.result : expiryResult('account')
  return { name, code, source, text }
}

/** A scenario as it is played: durations as text, absent keys left out. */
function understood({
  after: taken,
  outcome,
  otp,
  transfers,
  expiresMs,
  reply,
  refusal,
  webhook,
  ...scenario
}: Scenario) {
  const all = {
    after: formatSpan({ fromMs: taken.minMs, toMs: taken.maxMs }),
    outcome: outcome.kind === 'failed' ? { failed: outcome.result.name } : outcome.kind,
    otp,
    transfers,
    expires: expiresMs === null ? null : formatDuration(expiresMs),
    partialPayments: scenario.partialPayments,
    lateTransfers: scenario.lateTransfers,
    reply,
    refusal,
    webhook: webhookOf(webhook),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

/** Null if nothing is said about it. */
function webhookOf({ delayMs, retryMs, timeoutMs, faults }: Scenario['webhook']) {
  const all = {
    ...faults,
    ...(delayMs > 0 && { delay: formatDuration(delayMs) }),
    ...(retryMs !== null && { retry: retryMs.map(formatDuration) }),
    ...(timeoutMs !== null && { timeout: formatDuration(timeoutMs) }),
  }
  return Object.keys(all).length === 0 ? null : all
}

/** Forecasts a sample transaction under the usual settings, without drawing times. */
function sampleSteps(scenario: Scenario, intent: Planned): readonly Expected[] {
  if (scenario.refusal !== null) return forecastRefusal(scenario.refusal, scenario.reply.delayMs)
  const opening = { scenario, intent, settings: settingsSchema.parse({}) }
  const plan = planFor({ ...opening, by: 'header', random: () => 0 })
  const steps = sortedOpenSteps(opening).map(({ from, after: { minMs, maxMs }, act }, step) => {
    return { step, act, when: after(from, minMs, maxMs) }
  })
  return forecast({ plan, steps, intent, hasAddress: true })
}

function sampleText({ match }: Scenario, { flow, askedMinor, currency }: Planned): string {
  const asked = (['accountNumber', 'reference', 'network', 'reason'] as const).flatMap((key) => {
    const globs = match?.[key]
    return globs === undefined ? [] : [`, ${key} ${globs.join(' or ')}`]
  })
  return `a ${flow} of ${toDecimalString(askedMinor, currency)} ${currency}${asked.join('')}`
}
