import { formatDuration } from '../domain/duration.ts'
import { toDecimalString } from '../domain/money.ts'
import { expiryResult } from '../domain/result.ts'
import { settingsSchema } from '../domain/settings.ts'
import { after } from '../domain/when.ts'
import { type Planned, sortedOpenSteps } from '../scenarios/plan/open-steps.ts'
import { planFor } from '../scenarios/plan/plan.ts'
import { purposeOf } from '../scenarios/purpose.ts'
import { magicNumber, type Scenario, type ScenarioSet } from '../scenarios/scenario.ts'
import { membersFor } from '../scenarios/select/mix.ts'
import { formatSpan } from '../words/when.ts'
import type { Expected } from './expected.ts'
import { forecast, forecastRefusal } from './forecast.ts'
import { inWords, presentExpected } from './present-expected.ts'
import { type Sample, sampleIntent } from './sample-intent.ts'

/**
 * A scenario of a set as it is shown, with its forecast for a sample; a mix with the shares of its members, and no forecast.
 * `own`: the user wrote it. Throws an `ImpossibleSample`.
 */
export function viewScenario(scenario: Scenario, { scenarios }: ScenarioSet, own: boolean, asked: Sample = {}) {
  const { name, summary, source, flows, match } = scenario
  const intent = sampleIntent(scenario, asked)
  const steps = scenario.mix === null ? sampleSteps(scenario, intent) : []
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
    mix: scenario.mix === null ? null : sharesOf(scenario, intent, scenarios),
    definition: understood(scenario),
    sample: sampleText(scenario, intent),
    steps: steps.map(presentExpected),
    forecast: inWords(steps),
  }
}

/** The members of a mix that can happen to a call, each with its part of the draws. */
function sharesOf(mix: Scenario, call: Planned, scenarios: readonly Scenario[]) {
  const members = membersFor(mix, call, new Map(scenarios.map((scenario) => [scenario.name, scenario])))
  const of = members.reduce((sum, { weight }) => sum + weight, 0)
  return members.map(({ scenario, weight }) => ({ scenario: scenario.name, weight, share: weight / of }))
}

/** What the transaction fails with; null if it does not fail. */
function failureOf({ outcome, refusal }: Scenario) {
  if (refusal !== null || (outcome.kind !== 'failed' && outcome.kind !== 'expired')) return null
  const { name, code, source, text } = outcome.kind === 'failed' ? outcome.result : expiryResult('account')
  return { name, code, source, text }
}

/** A scenario as it is played: durations as text, absent keys left out. */
function understood({
  mix,
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
  if (mix !== null) return { mix }
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
