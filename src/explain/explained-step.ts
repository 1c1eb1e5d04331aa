import type { SandboxMs } from '../domain/clock.ts'

/** One step of a transaction: the planned and the actual time. */
export interface ExplainedStep {
  readonly event: string
  /** Null if it was not planned for a time: it was done by hand, or waits for an action. */
  readonly planned: SandboxMs | null
  /** Null if it has not happened. */
  readonly actual: SandboxMs | null
  readonly state: 'happened' | 'pending' | 'cancelled'
  /** What cancelled it, what it waits for, or the action that made it; null if the times say all. */
  readonly why: string | null
}
