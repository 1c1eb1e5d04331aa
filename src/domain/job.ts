import type { SandboxMs } from './clock.ts'
import type { Act } from './plan.ts'

/** Work that waits for its time: a step of a story, or an attempt to deliver a webhook. */
export type Work =
  | { readonly kind: 'act'; readonly transactionId: string; readonly act: Act }
  | { readonly kind: 'deliver'; readonly transactionId: string; readonly deliveryId: string; readonly origin: string }

/** Stored work; `id` rises with creation, so ties in `dueAt` run in creation order. */
export type Job = Work & { readonly id: number; readonly dueAt: SandboxMs }

/** What a job does, in one word. */
export type JobKind = Act['act'] | 'deliver'

/** The kind of a piece of work. */
export function kindOf(work: Work): JobKind {
  return work.kind === 'deliver' ? 'deliver' : work.act.act
}
