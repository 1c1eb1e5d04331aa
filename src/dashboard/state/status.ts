import { signal } from '@preact/signals'
import type { AnswerOf } from '../../control/routes.ts'

export type Status = AnswerOf<'GET /_sandbox/status'>

/** The shown business at a glance, which the shell keeps up to date; null until it is loaded. */
export const status = signal<Status | null>(null)

export function transactionsIn({ transactions }: Status): number {
  return Object.values(transactions).reduce((sum, count) => sum + count, 0)
}
