import { formatDuration, formatSum } from '../parts/format.ts'
import type { TimelineEvent } from '../state/transaction.ts'
import type { Moment } from './moment.ts'

type Name = TimelineEvent['event']
type Shown = Pick<Moment, 'lane' | 'sign' | 'title'> & Partial<Pick<Moment, 'detail' | 'tone'>>

/** How an entry of the timeline is shown; null for one that another says, too. */
export function eventMoment(event: TimelineEvent): Moment | null {
  const shown = shownAs[event.event](event)
  return shown && { detail: '', tone: 'neutral', isAhead: false, at: Date.parse(event.at), ...shown }
}

/** A new entry of timelines is missed here by the type checker. */
const shownAs: Readonly<Record<Name, (event: TimelineEvent) => Shown | null>> = {
  created: (event) => ({ lane: 'transaction', sign: 'INITIATED', title: 'Created', detail: textOf(event, 'scenario') }),
  prompt_sent: (event) => ({ ...customer('phones', 'Prompt'), detail: textOf(event, 'accountNumber') }),
  otp_sent: (event) => ({ ...customer('phones', 'OTP sent'), detail: textOf(event, 'accountNumber') }),
  otp_accepted: () => ({ ...customer('check', 'Right OTP'), tone: 'good' }),
  otp_refused: (event) => ({
    ...customer('close', 'Wrong OTP'),
    tone: 'bad',
    detail: `${textOf(event, 'attemptsLeft')} left`,
  }),
  transfer_received: (event) => ({
    ...customer('bank', `Pays ${formatSum(event.amount, '').trim()}`),
    detail: textOf(event, 'note') || textOf(event, 'senderName'),
  }),
  action: (event) =>
    event.action === 'replay'
      ? { ...server('replay', 'Replay'), detail: 'by hand' }
      : { ...customer('hand', capital(textOf(event, 'action'))), detail: 'by hand' },
  settled: (event) =>
    event.status === 'COMPLETED'
      ? { lane: 'transaction', sign: 'COMPLETED', title: 'Completed', tone: 'good' }
      : { lane: 'transaction', sign: 'FAILED', title: 'Failed', tone: 'bad', detail: textOf(event, 'result') },
  webhook_queued: () => null,
  webhook_held: (event) => ({ ...server('frozen', 'Held'), detail: textOf(event, 'until') }),
  webhook_attempted: attempted,
  webhook_delivered: () => null,
  webhook_exhausted: (event) => ({
    ...server('close', 'Given up'),
    tone: 'bad',
    detail: `${textOf(event, 'attempts')} attempts`,
  }),
  webhook_skipped: (event) => ({ ...server('close', 'Not sent'), detail: textOf(event, 'why') }),
  status_queried: (event) => ({ ...server('search', 'Asks'), detail: textOf(event, 'status') }),
  reply_faulted: (event) => ({ ...server('warning', 'Reply spoiled'), tone: 'bad', detail: textOf(event, 'fault') }),
}

function attempted(event: TimelineEvent): Shown {
  const { status, durationMs } = event
  if (typeof status !== 'number') return { ...server('send', 'No answer'), tone: 'bad', detail: textOf(event, 'error') }
  const tone = status >= 200 && status < 300 ? 'good' : 'bad'
  const took = typeof durationMs === 'number' ? formatDuration(durationMs) : ''
  return { ...server('send', String(status)), tone, detail: took }
}

function customer(sign: Moment['sign'], title: string): Shown {
  return { lane: 'customer', sign, title }
}

function server(sign: Moment['sign'], title: string): Shown {
  return { lane: 'server', sign, title }
}

/** A fact as text; empty where the entry has none. */
function textOf(event: TimelineEvent, name: string): string {
  const fact = event[name]
  return typeof fact === 'string' || typeof fact === 'number' ? String(fact) : ''
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
