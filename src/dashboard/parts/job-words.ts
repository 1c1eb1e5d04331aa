import type { AnswerOf } from '../../control/routes.ts'

export type Job = AnswerOf<'GET /_sandbox/jobs'>[number]

/** What a job does, short enough for a row. */
export function jobWords({ kind, what }: Pick<Job, 'kind' | 'what'>): string {
  if (kind === 'deliver') return 'send webhook'
  if (kind === 'release') return 'release webhooks'
  if (what === 'settle as approved') return 'completes'
  return what.replace(/^settle as /, 'fails: ')
}
