import { formatDuration, formatSum } from '../parts/format.ts'
import type { TimelineEvent } from '../state/transaction.ts'
import { capital, type Drawing, inLane, type Sign } from './sign.ts'

/** Returns the sign of a timeline entry, or null if another entry's sign covers it. */
export function eventSign(event: TimelineEvent): Sign | null {
  const drawing = drawings[event.event](event)
  return drawing && { ...drawing, at: Date.parse(event.at), isAhead: false }
}

const customer = inLane('customer')
const transaction = inLane('transaction')
const server = inLane('server')

/** The type checker demands a drawing for each kind of entry. */
const drawings: Readonly<Record<TimelineEvent['event'], (event: TimelineEvent) => Drawing | null>> = {
  created: (event) => transaction('INITIATED', 'Created', { detail: textOf(event, 'scenario') }),
  prompt_sent: (event) => customer('phones', 'Prompt', { detail: textOf(event, 'accountNumber') }),
  otp_sent: (event) => customer('phones', 'OTP sent', { detail: textOf(event, 'accountNumber') }),
  otp_accepted: () => customer('check', 'Right OTP', { tone: 'good' }),
  otp_refused: (event) =>
    customer('close', 'Wrong OTP', { tone: 'bad', detail: `${textOf(event, 'attemptsLeft')} left` }),
  transfer_received: (event) =>
    customer('bank', `Pays ${formatSum(event.amount, '').trim()}`, {
      detail: textOf(event, 'note') || textOf(event, 'senderName'),
    }),
  action: (event) =>
    event.action === 'replay'
      ? server('replay', 'Replay', { detail: 'by hand' })
      : customer('hand', capital(textOf(event, 'action')), { detail: 'by hand' }),
  settled: (event) =>
    event.status === 'COMPLETED'
      ? transaction('COMPLETED', 'Completed', { tone: 'good' })
      : transaction('FAILED', 'Failed', { tone: 'bad', detail: textOf(event, 'result') }),
  webhook_queued: () => null,
  webhook_held: (event) => server('frozen', 'Held', { detail: textOf(event, 'until') }),
  webhook_attempted: attempted,
  webhook_delivered: () => null,
  webhook_exhausted: (event) =>
    server('close', 'Given up', { tone: 'bad', detail: `${textOf(event, 'attempts')} attempts` }),
  webhook_skipped: (event) => server('close', 'Not sent', { detail: textOf(event, 'why') }),
  status_queried: (event) => server('search', 'Asks', { detail: textOf(event, 'status') }),
  reply_faulted: (event) => server('warning', 'Reply spoiled', { tone: 'bad', detail: textOf(event, 'fault') }),
}

function attempted(event: TimelineEvent): Drawing {
  const { status, durationMs } = event
  if (typeof status !== 'number') return server('send', 'No answer', { tone: 'bad', detail: textOf(event, 'error') })
  const tone = status >= 200 && status < 300 ? 'good' : 'bad'
  return server('send', String(status), {
    tone,
    detail: typeof durationMs === 'number' ? formatDuration(durationMs) : '',
  })
}

function textOf(event: TimelineEvent, name: string): string {
  const fact = event[name]
  return typeof fact === 'string' || typeof fact === 'number' ? String(fact) : ''
}
