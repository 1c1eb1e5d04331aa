import type { AnswerOf } from '../../control/routes.ts'

export type Job = AnswerOf<'GET /_sandbox/jobs'>[number]

/** What a job does, short enough for a row. */
export function jobWords({ kind, what }: Pick<Job, 'kind' | 'what'>): string {
  if (kind === 'deliver') return 'send webhook'
  if (kind === 'release') return 'release webhooks'
  // Of work that never falls due, the text says why.
  const [act = what] = what.split(' (never')
  if (act === 'settle as approved') return 'completes'
  return act.replace(/^settle as (.*)/, (_, result: string) => `fails: ${result.replaceAll('_', ' ')}`)
}
