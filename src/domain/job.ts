import type { SandboxMs } from './clock.ts'
import type { Act } from './plan.ts'
import type { Hold } from './webhook-faults.ts'

export interface Dispatch {
  readonly transactionId: string
  readonly deliveryId: string
  /** Origin of the callback URL; webhooks to the same origin share a lane. */
  readonly origin: string
}

/** Work that waits for its time: a step of a plan, an attempt to deliver a webhook, or a look at held webhooks. */
export type Work =
  | {
      readonly kind: 'act'
      readonly transactionId: string
      readonly step: number
      readonly act: Act
    }
  | (Dispatch & {
      readonly kind: 'deliver'
      /** Webhooks to send one by one after this attempt is answered. */
      readonly next?: readonly Dispatch[]
      /** A further attempt of its schedule: where time is moved, it goes alone. */
      readonly retry?: true
      /** Sends the same bytes again, in any state of the webhook. */
      readonly replay?: true
    })
  | { readonly kind: 'release'; readonly transactionId: string; readonly scenario: string; readonly hold: Hold }

/** `id` rises with creation: jobs of the same `dueAt` run in the order of creation. */
export interface JobKey {
  readonly dueAt: SandboxMs
  readonly id: number
}

export type Job = Work & JobKey

/** What a job brings: the kind of the happening, and its facts. */
export type Brought =
  | { readonly brings: 'settled'; readonly result: string }
  | { readonly brings: 'transfer_received' }
  | { readonly brings: 'expired'; readonly what: 'account' | 'otp' }
  | { readonly brings: 'webhook_attempted'; readonly deliveryId: string; readonly origin: string }
  | { readonly brings: 'webhook_queued'; readonly scenario: string }

export function broughtBy(work: Work): Brought {
  if (work.kind === 'deliver') {
    return { brings: 'webhook_attempted', deliveryId: work.deliveryId, origin: work.origin }
  }
  if (work.kind === 'release') return { brings: 'webhook_queued', scenario: work.scenario }
  const { act } = work
  if (act.act === 'settle') return { brings: 'settled', result: act.result.name }
  return act.act === 'transfer' ? { brings: 'transfer_received' } : { brings: 'expired', what: act.what }
}

export type JobKind = Act['act'] | 'deliver' | 'release'

/** True for a first attempt that waits for no other webhook. All that are due at one moment leave together. */
export function leavesTogether(job: Job): job is Extract<Job, { kind: 'deliver' }> {
  return job.kind === 'deliver' && job.next === undefined && !job.retry && !job.replay
}

export interface LaterAttempts {
  readonly deliveryId: string
  readonly after: SandboxMs
}

/** True for an attempt of a webhook's schedule that comes later. One that others wait for stays: it sends them. */
export function isLaterAttempt(job: Job, { deliveryId, after }: LaterAttempts): boolean {
  return job.kind === 'deliver' && job.deliveryId === deliveryId && !job.replay && !job.next && job.dueAt > after
}

export function jobKind(work: Work): JobKind {
  return work.kind === 'act' ? work.act.act : work.kind
}
