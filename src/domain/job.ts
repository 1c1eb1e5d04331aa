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

export type JobKind = Act['act'] | 'deliver' | 'release'

/** True for a first attempt that waits for no other webhook. All that are due at one moment leave together. */
export function leavesTogether(job: Job): job is Extract<Job, { kind: 'deliver' }> {
  return job.kind === 'deliver' && job.next === undefined && !job.retry && !job.replay
}

export function jobKind(work: Work): JobKind {
  return work.kind === 'act' ? work.act.act : work.kind
}
