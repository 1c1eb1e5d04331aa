import type { AnswerOf } from '../../control/routes.ts'

/** A scenario of the catalogue. */
export type Scenario = AnswerOf<'GET /_sandbox/scenarios'>['data'][number]

/** One thing in the life of a transaction: what it is drawn as, and what it says. */
export interface LifeStep {
  readonly sign: 'call' | 'phone' | 'bank' | 'completed' | 'failed' | 'open' | 'webhook' | 'no-webhook'
  readonly text: string
}

/** The life that a scenario gives a transaction, from the create call to the webhook. */
export function lifeOf({ definition, flows }: Pick<Scenario, 'definition' | 'flows'>): readonly LifeStep[] {
  const { after, otp, transfers, refusal, outcome, webhook } = definition
  if (refusal !== undefined) return [{ sign: 'failed', text: 'refused' }]
  const when = typeof after === 'string' && after !== '0ms' && after !== '0s' ? after : ''
  const steps: LifeStep[] = [{ sign: 'call', text: 'created' }]
  if (otp !== undefined) steps.push({ sign: 'phone', text: 'OTP' })
  else if (flows.length === 1 && flows[0] === 'mobile-money') steps.push({ sign: 'phone', text: 'prompt' })
  if (Array.isArray(transfers)) steps.push(...transfers.map((): LifeStep => ({ sign: 'bank', text: 'pays' })))
  steps.push(endOf(outcome, when))
  if (outcome === 'never' || outcome === 'by-hand') return steps
  const isDropped = typeof webhook === 'object' && webhook !== null && Reflect.get(webhook, 'drop') === true
  return [...steps, isDropped ? { sign: 'no-webhook', text: 'no webhook' } : { sign: 'webhook', text: 'webhook' }]
}

function endOf(outcome: unknown, when: string): LifeStep {
  if (typeof outcome === 'object' && outcome !== null) return { sign: 'failed', text: when || 'failed' }
  if (outcome === 'expired') return { sign: 'failed', text: 'expires' }
  if (outcome === 'never') return { sign: 'open', text: 'never ends' }
  if (outcome === 'by-hand') return { sign: 'open', text: 'by hand' }
  return { sign: 'completed', text: when || 'completed' }
}

/** The scenarios whose name, number, summary or result has the text in it, in letters of either case. */
export function searchScenarios(scenarios: readonly Scenario[], text: string): readonly Scenario[] {
  const wanted = text.trim().toLowerCase()
  return scenarios.filter(({ name, summary, magicNumber, definition }) =>
    [name, summary, magicNumber, JSON.stringify(definition.outcome)].join('\n').toLowerCase().includes(wanted),
  )
}

/** A number that chooses a scenario, ready to be sent; null where no number does. */
export function sampleNumber({ magicNumber }: Pick<Scenario, 'magicNumber'>): string | null {
  return magicNumber === null ? null : magicNumber.replace('*', '024').replaceAll(/[?x]/g, '0')
}
