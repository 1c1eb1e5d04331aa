import type { AnswerOf } from '../../control/routes.ts'
import { counted } from '../parts/format.ts'
import type { Tone } from '../parts/words.ts'

export type Report = AnswerOf<'GET /_sandbox/report'>
export type Checked = Report['expectations'][number]
export type Finding = Report['findings'][number]

export interface Standing {
  readonly report: Pick<Report, 'expectations' | 'unused' | 'findings'>
  readonly status: Pick<AnswerOf<'GET /_sandbox/status'>, 'transactions' | 'webhooks' | 'prunedBefore'>
  /** Whether the journal has a call of this business. */
  readonly isCalled: boolean
}

export interface Verdict {
  readonly tone: Tone
  readonly title: string
  readonly more: string
}

/** True for an expectation that is not met yet, and may still be. */
export function mayStillBeMet({ ok, status, webhooksPending }: Checked): boolean {
  return !ok && (status === 'INITIATED' || status === 'PENDING' || webhooksPending > 0)
}

/** The report in a sentence: the gravest fact first. */
export function verdictOf({ report, status, isCalled }: Standing): Verdict {
  const { INITIATED, PENDING, COMPLETED, FAILED } = status.transactions
  const isUnused = INITIATED + PENDING + COMPLETED + FAILED === 0 && status.prunedBefore === null && !isCalled
  if (isUnused) return { tone: 'neutral', title: 'Nothing called yet', more: '' }
  const unmet = report.expectations.filter((one) => !one.ok && !mayStillBeMet(one)).length
  const found = (level: string) => report.findings.filter((finding) => finding.level === level).length
  const errors = unmet + found('error')
  const warnings = found('warning') === 0 ? '' : counted(found('warning'), 'warning')
  const notes = found('info') === 0 ? '' : counted(found('info'), 'note')
  const waits = waitsText(INITIATED + PENDING, status.webhooks, report)
  const unfinished = waits === '' ? '' : `Not finished: ${waits}`
  if (errors > 0) return { tone: 'bad', title: counted(errors, 'error'), more: sentences(unfinished, warnings, notes) }
  if (unfinished !== '') return { tone: 'neutral', title: unfinished, more: sentences(warnings, notes) }
  if (warnings !== '') return { tone: 'neutral', title: `No errors, ${warnings}`, more: notes }
  return { tone: 'good', title: 'No problems found', more: notes }
}

/** What is still to come: `2 webhooks are due, 1 transaction is open`. */
function waitsText(
  open: number,
  { pending, held }: Standing['status']['webhooks'],
  { findings, unused }: Standing['report'],
): string {
  const left = findings.filter(({ rule }) => rule === 'left-open')
  // A finding of no transaction says that there are more than the report names.
  const ending = left.some(({ transactionId }) => transactionId === null) ? open : left.length
  const queued = unused.reduce((sum, { remaining }) => sum + remaining, 0)
  const facts = [
    [pending, 'webhook', 'due'],
    [held, 'webhook', 'held back'],
    [ending, 'transaction', 'open'],
    [open - ending, 'transaction', 'waiting for an action'],
    [queued, 'queued scenario', 'not used'],
  ] as const
  return facts
    .filter(([count]) => count > 0)
    .map(([count, thing, state]) => `${counted(count, thing)} ${count === 1 ? 'is' : 'are'} ${state}`)
    .join(', ')
}

function sentences(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('. ')
}
