import type { SandboxMs } from './clock.ts'
import type { Act } from './plan.ts'
import type { Hold } from './webhook-faults.ts'

/** A webhook that is to be sent. */
export interface Dispatch {
  readonly transactionId: string
  readonly deliveryId: string
  /** The callback URL's origin: webhooks to one origin share its lane. */
  readonly origin: string
}

/** Work that waits for its time: a step of a plan, an attempt to deliver a webhook, or a look at held webhooks. */
export type Work =
  | {
      readonly kind: 'act'
      readonly transactionId: string
      /** Index of the step in its plan. */
      readonly step: number
      readonly act: Act
    }
  | (Dispatch & {
      readonly kind: 'deliver'
      /** Webhooks that follow once this attempt was answered, one after the other. */
      readonly next?: readonly Dispatch[]
      /** A replay: the same bytes are sent again, in any state of the webhook. */
      readonly replay?: true
    })
  | { readonly kind: 'release'; readonly transactionId: string; readonly scenario: string; readonly hold: Hold }

/** What finds a job; `id` rises with creation, so ties in `dueAt` run in creation order. */
export interface JobKey {
  readonly dueAt: SandboxMs
  readonly id: number
}

/** Stored work. */
export type Job = Work & JobKey

/** What a job does, in one word. */
export type JobKind = Act['act'] | 'deliver' | 'release'

/** The kind of a piece of work. */
export function kindOf(work: Work): JobKind {
  return work.kind === 'act' ? work.act.act : work.kind
}
