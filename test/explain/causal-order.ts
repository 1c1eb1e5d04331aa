import type { TransactionView } from '../../src/testing/index.ts'

type Step = TransactionView['steps'][number]
type Kind = Step['kind']

/** What is out of order in the life of a transaction; empty if each step comes after what brought it. */
export function outOfOrder(steps: readonly Step[]): readonly string[] {
  const broken = [
    steps[0]?.kind === 'created' || 'created is not first',
    inGroups(steps) || 'what happened, what was cancelled and what is to come are mixed',
    isRising(steps.filter(({ state }) => state === 'happened').map(({ at }) => at)) ||
      'the past is not in the order of time',
    isRising(steps.filter(({ state }) => state === 'pending').map(momentOf)) ||
      'the future is not in the order of time',
    steps.filter(({ kind }) => kind === 'answered').length <= 1 || 'it is answered twice',
    ...steps.map(
      (step, index) =>
        isCaused(step, steps.slice(0, index), steps.slice(index + 1)) || `${step.text} has no cause before it`,
    ),
    ...[...new Set(steps.map(({ deliveryId }) => deliveryId))].map((id) => isCounted(steps, id) || `attempts of ${id}`),
  ]
  return broken.filter((one) => one !== true)
}

const states = ['happened', 'cancelled', 'pending'] as const

function inGroups(steps: readonly Step[]): boolean {
  return isRising(steps.map(({ state }) => String(states.indexOf(state))))
}

function isRising(values: readonly (string | null | undefined)[]): boolean {
  const known = values.filter((value) => typeof value === 'string')
  return known.every((value, index) => index === 0 || String(known[index - 1]) <= value)
}

function momentOf({ when }: Step): string | null {
  return when !== undefined && 'at' in when ? when.at : null
}

/** Some step before it brought it. */
function isCaused(step: Step, before: readonly Step[], after: readonly Step[]): boolean {
  const came = before.filter(({ state }) => state !== 'cancelled')
  const has = (...kinds: readonly Kind[]) => came.some(({ kind }) => kinds.includes(kind))
  const isOfStep = step.cause?.by === 'step'
  switch (step.kind) {
    case 'settled':
      if (step.state === 'cancelled') return true
      if (step.cause?.by === 'action') return has('action')
      if (step.cause?.by === 'otp') return step.at === undefined || has('otp_refused')
      if (step.cause?.by === 'transfer') return has('transfer_received')
      return !after.some((one) => one.kind === 'expired' && isSameStep(one, step))
    case 'prompt_answered':
      return isOfStep && has('prompt_sent')
    case 'webhook_dropped':
    case 'webhook_held':
    case 'webhook_unaddressed':
      return has('settled', 'undecided')
    case 'webhook_attempted':
      return step.byHand
        ? has('webhook_made')
        : has('settled', 'undecided') && (step.cause === undefined || isReplay(step, came))
    case 'webhook_exhausted':
      return came.at(-1)?.kind === 'webhook_attempted' || has('webhook_attempted')
    default:
      return true
  }
}

function isSameStep({ cause: one }: Step, { cause: other }: Step): boolean {
  return one?.by === 'step' && other?.by === 'step' && one.step === other.step
}

function isReplay({ deliveryId, at }: Step, came: readonly Step[]): boolean {
  return at === undefined || came.some((one) => one.kind === 'webhook_replayed' && one.deliveryId === deliveryId)
}

/** The attempts of a webhook are counted from 1, past and future. */
function isCounted(steps: readonly Step[], id: string | undefined): boolean {
  if (id === undefined) return true
  const own = steps.filter(({ kind, deliveryId }) => kind === 'webhook_attempted' && deliveryId === id)
  return own.every(({ attempt }, index) => attempt === index + 1)
}
