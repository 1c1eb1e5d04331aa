import type { SandboxMs } from '../domain/clock.ts'

/** One step of a transaction's life: what was planned beside what happened. */
export interface ExplainedStep {
  readonly event: string
  /** Null where nobody could say beforehand: it was done by hand, or waits for somebody. */
  readonly planned: SandboxMs | null
  /** Null: it has not happened, or never will. */
  readonly actual: SandboxMs | null
  readonly state: 'happened' | 'pending' | 'cancelled'
  /** What cancelled it, what it waits for, or who did it by hand; null where the times say all. */
  readonly why: string | null
}
