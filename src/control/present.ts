import type { ClockState } from '../domain/clock.ts'
import type { Attempt, Delivery } from '../domain/delivery.ts'
import type { Job } from '../domain/job.ts'
import type { TimelineEvent } from '../domain/timeline.ts'
import type { Transaction } from '../domain/transaction.ts'
import { type StoryStep, storySteps } from '../explain/story-steps.ts'
import { whyChosen } from '../explain/why-chosen.ts'
import type { Store } from '../store/store.ts'
import type { ControlTools } from './tools.ts'

/** How the control API shows what is stored: times in ISO 8601, in the business's sandbox time. */

/** A business's clock: `{now, mode, rate}`. */
export function presentClock(store: Store, key: string) {
  const { clock } = store.business(key)
  return { now: iso(store.now(key)), mode: modeOf(clock), rate: clock.rate }
}

/** The mode people set; a clock held by `advance` shows the one it goes back to. */
function modeOf(clock: ClockState): 'real' | 'frozen' {
  return clock.mode === 'driven' ? clock.after : clock.mode
}

/** A timeline entry with its facts beside it. */
export function presentEvent({ at, event, facts }: TimelineEvent) {
  return { at: iso(at), event, ...facts }
}

/** A webhook with its attempts; `body` is the JSON whose compact form is sent, or the text when it is none. */
export function presentDelivery({ id, transactionId, reference, url, status, body, attempts }: Delivery) {
  return { id, transactionId, reference, url, status, body: jsonOr(body), attempts: attempts.map(presentAttempt) }
}

/** The JSON that was sent, or the text where a story sends what is no JSON. */
function jsonOr(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function presentAttempt({ number, at, headers, outcome }: Attempt) {
  // An attempt that the process did not live to finish may have reached the receiver.
  const unfinished = { response: null, error: 'not finished', durationMs: null, sent: true }
  const { response, error, durationMs, sent } = outcome ?? unfinished
  return { number, at: iso(at), sent, headers, response, error, durationMs }
}

/** A transaction in webhook form, with its flow, its scenario and the fields that no record shows (D40). */
export function presentTransaction(
  transaction: Transaction,
  key: string,
  { store, presentFinal }: Pick<ControlTools, 'store' | 'presentFinal'>,
) {
  const { flow, plan, callbackUrl, extras } = transaction
  const record = presentFinal(transaction, store.business(key).settings)
  return {
    ...record,
    flow,
    scenario: { name: plan.scenario, by: plan.by },
    callbackUrl,
    request: extras,
  }
}

/** A transaction with all that happened to it, why, and what is still to come. */
export function presentStory(
  transaction: Transaction,
  key: string,
  tools: Pick<ControlTools, 'store' | 'presentFinal' | 'scenarios' | 'rulesAt'>,
) {
  const { store } = tools
  const { id: transactionId } = transaction
  const timeline = store.timeline(key, transactionId)
  const deliveries = store.deliveries(key, { transactionId, limit: 1000 })
  const hasAddress = (transaction.callbackUrl ?? store.business(key).settings.callbackUrl) !== null
  const stored = { transaction, timeline, deliveries, jobs: store.jobsOf(key, transactionId), hasAddress }
  return {
    ...presentTransaction(transaction, key, tools),
    ...whyChosen(transaction, tools.scenarios(), tools.rulesAt(timeline[0]?.id ?? 0)),
    steps: storySteps(stored).map(presentStep),
    timeline: timeline.map(presentEvent),
    deliveries: deliveries.map(presentDelivery),
  }
}

function presentStep({ event, planned, actual, state, why }: StoryStep) {
  const shown = (at: number | null) => (at === null ? null : iso(at))
  return { event, planned: shown(planned), actual: shown(actual), state, why }
}

/** A job in words: `{dueAt, kind, transactionId, what}`. */
export function presentJob(job: Job) {
  return { dueAt: iso(job.dueAt), kind: job.kind, transactionId: job.transactionId, what: whatOf(job) }
}

function whatOf(job: Job): string {
  if (job.kind === 'deliver') return `send webhook ${job.deliveryId} to ${job.origin}`
  if (job.kind === 'release') return `look at the held webhooks of ${job.scenario}`
  if (job.act.act === 'settle') return `settle as ${job.act.result.name}`
  return job.act.act === 'transfer'
    ? 'a transfer arrives'
    : job.act.what === 'otp'
      ? 'the OTP expires'
      : 'the account expires'
}

/** A moment as ISO 8601 text. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}
