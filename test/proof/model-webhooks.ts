import type { WebhookPlan } from './model-scenarios.ts'

/** A webhook: its bytes do not change, so neither does what it says. */
export interface ExpectedWebhook {
  readonly reference: string
  readonly says: string
  /** Webhooks of one scenario can wait for each other. */
  readonly scenario: string
  readonly plan: WebhookPlan
  readonly readyAt: number
  state: 'pending' | 'held' | 'delivered' | 'exhausted' | 'dropped'
  dueAt: number
  /** The answer to each attempt and its time; `cut` if the process died before it was recorded. */
  readonly answers: string[]
  replays: number
  /** It was asked whether enough webhooks wait, when this one was ready. */
  isAsked: boolean
  /** It is asked again then; work is left for it until then. */
  readonly askedUntil: number
}

/** The attempts that a death has cut: the name of the webhook and the number. */
export type Cuts = ReadonlySet<string>

const longestHoldMs = 60_000

/** The webhooks of a final status, as it is made known. */
export function webhooksOf(
  { reference, says, scenario, plan }: Pick<ExpectedWebhook, 'reference' | 'says' | 'scenario' | 'plan'>,
  now: number,
): ExpectedWebhook[] {
  const { copies = 1, spacingMs = 0, delayMs = 0, hold, queries, isDropped } = plan
  const state: ExpectedWebhook['state'] = isDropped ? 'dropped' : hold || queries ? 'held' : 'pending'
  return Array.from({ length: copies }, (_, copy) => {
    const readyAt = now + delayMs + copy * spacingMs
    const askedUntil = hold ? readyAt + longestHoldMs : Number.NEGATIVE_INFINITY
    const own = { reference, says, scenario, plan, readyAt, state, dueAt: readyAt, askedUntil }
    return { ...own, answers: [], replays: 0, isAsked: false }
  })
}

/** When something happens next to a webhook without an action. */
export function nextOf({ state, dueAt, readyAt, isAsked, askedUntil, plan }: ExpectedWebhook): number {
  if (state === 'pending') return dueAt
  if (state !== 'held' || !plan.hold) return Number.POSITIVE_INFINITY
  return isAsked ? askedUntil : readyAt
}

/** Lets go what waited for each other: enough of them, or the first for a minute. Returns them in the order of sending. */
export function released(all: readonly ExpectedWebhook[], now: number): ExpectedWebhook[] {
  const waiting = all.filter(({ state, plan, readyAt }) => state === 'held' && plan.hold && readyAt <= now)
  for (const one of waiting) one.isAsked = true
  return [...new Set(waiting.map(({ scenario }) => scenario))].flatMap((name) => {
    const together = waiting.filter(({ scenario }) => scenario === name)
    const ready = together.toSorted((one, other) => one.readyAt - other.readyAt)
    const [first] = ready
    const hold = first?.plan.hold
    if (!hold || (ready.length < hold.count && first.askedUntil > now)) return []
    for (const one of ready) Object.assign(one, { state: 'pending', dueAt: now })
    return hold.isLastFirst ? ready.toReversed() : ready
  })
}

/** Makes one attempt. Returns whether the merchant sees it. */
export function attempt(
  webhook: ExpectedWebhook,
  {
    now,
    isAnswered,
    retryMs,
    isReplay,
  }: { now: number; isAnswered: boolean; retryMs: readonly number[]; isReplay: boolean },
): boolean {
  const { plan, answers } = webhook
  const all = plan.answers ?? ['real']
  const planned = all[Math.min(answers.length, all.length - 1)]
  const real = isAnswered ? 200 : 500
  const answer = planned === 'real' ? real : typeof planned === 'number' ? planned : null
  answers.push(`${answer} at ${iso(now)}`)
  if (isReplay) webhook.replays += 1
  // After a replay that failed, what was to be tried again still has its job.
  if (!isReplay || webhook.state === 'held' || answer === 200) webhook.dueAt = now
  if (answer === 200) webhook.state = 'delivered'
  else if (!isReplay) {
    const waitMs = (plan.retryMs ?? retryMs)[answers.length - webhook.replays - 1]
    webhook.state = waitMs === undefined ? 'exhausted' : 'pending'
    webhook.dueAt = now + (waitMs ?? 0)
  }
  return planned === 'real' || planned === 'lost'
}

export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** The name of a webhook, beside its copies. */
export function nameOf({ says }: Pick<ExpectedWebhook, 'says'>, copy: number): string {
  return `${says} #${copy}`
}
