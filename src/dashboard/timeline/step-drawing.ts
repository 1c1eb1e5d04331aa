import { byKind, type EachKind, type OfKind } from '../../words/each-kind.ts'
import { ignoredText } from '../../words/happening.ts'
import { formatDuration, formatSum } from '../parts/format.ts'
import { waitsWords } from '../parts/words.ts'
import type { Step, Transaction } from '../state/transaction.ts'
import { capital, type Drawing, inLane } from './sign.ts'

type About = Pick<Step, 'attempt' | 'copy' | 'cause'> & {
  readonly currency?: string | undefined
  readonly waitsFor?: Transaction['waitsFor']
}

export type Drawable = OfKind<Step['kind'], About>

/** Draws a step, past or to come; null if another step's sign covers it. */
export function drawingOf(step: Drawable): Drawing | null {
  return byKind(drawings, step)
}

const customer = inLane('customer')
const transaction = inLane('transaction')
const server = inLane('server')

const drawings: EachKind<Drawing | null, About> = {
  created: () => transaction('INITIATED', 'Created'),
  reply_faulted: () => null,
  answered: ({ status, fault }) => {
    if (fault === 'malformed-json') return server('warning', 'Bad JSON', { tone: 'bad', detail: status })
    if (fault !== undefined) return server('close', 'No answer', { tone: 'bad' })
    return server('check', 'Answered', { detail: status })
  },
  refused: ({ reason }) => {
    const isLost = reason === 'drop-before-commit'
    return transaction('close', isLost ? 'No answer' : 'Refused', { tone: 'bad', detail: isLost ? '' : String(reason) })
  },
  prompt_sent: ({ accountNumber }) => customer('phones', 'Prompt', { detail: accountNumber }),
  prompt_answered: ({ answer }) => customer('hand', promptAnswers[answer]),
  otp_sent: ({ accountNumber }) => customer('message', 'OTP sent', { detail: accountNumber }),
  otp_accepted: () => customer('check', 'Right OTP', { tone: 'good' }),
  otp_refused: ({ attemptsLeft }) => customer('close', 'Wrong OTP', { tone: 'bad', detail: `${attemptsLeft} left` }),
  transfer_received: ({ amount, currency = '', senderName, note }) => {
    const sum = formatSum(amount, currency).trim()
    if (note !== undefined) return customer('close', sum, { tone: 'bad', detail: `not taken: ${ignoredText(note)}` })
    return customer('bank', sum, { detail: `from ${senderName}` })
  },
  expired: ({ what }) => customer('time', what === 'otp' ? 'OTP expires' : 'Expires'),
  action: ({ action }) => customer('hand', capital(action), { detail: 'by hand' }),
  settled: ({ status, result }) =>
    status === 'COMPLETED'
      ? transaction('COMPLETED', 'Completed', { tone: 'good' })
      : transaction('FAILED', 'Failed', { tone: 'bad', detail: result }),
  undecided: ({ until, waitsFor }) => {
    if (waitsFor == null) return transaction('PENDING', until === 'action' ? 'No end' : 'Either')
    const [title = '', detail] = capital(waitsWords[waitsFor]).split(': ')
    return transaction('PENDING', title, { detail: detail ?? '' })
  },
  webhook_unaddressed: () => server('close', 'No webhook', { detail: 'no address' }),
  webhook_dropped: () => server('close', 'Never sent', { tone: 'bad' }),
  webhook_held: ({ until }) =>
    server('frozen', 'Held', {
      detail: 'statusQueries' in until ? `${until.statusQueries} status queries` : 'for others',
    }),
  webhook_queued: () => null,
  webhook_made: () => server('hand', 'Webhook', { detail: 'by hand' }),
  webhook_replayed: () => server('replay', 'Replay', { detail: 'by hand' }),
  webhook_attempted: (step) => (step.came === null ? attemptAhead(step) : attempted(step, step.came)),
  webhook_delivered: () => null,
  webhook_exhausted: ({ attempts }) => server('close', 'Given up', { tone: 'bad', detail: `${attempts} attempts` }),
  status_queried: ({ status, fault = status }) => server('search', 'Asks', { detail: fault }),
}

const promptAnswers = { right_pin: 'Types PIN', wrong_pin: 'Wrong PIN', none: 'No answer' } as const

type AttemptStep = OfKind<'webhook_attempted', About>

function attempted({ attempt, copy }: AttemptStep, came: NonNullable<AttemptStep['came']>): Drawing {
  const { status, error, durationMs } = came
  const name = [
    ...(copy === undefined ? [] : [`copy ${copy}`]),
    ...(attempt === 1 ? [] : [`attempt ${attempt}`]),
  ].join()
  if (status === null) return server('send', 'No answer', { tone: 'bad', detail: error ?? name })
  return server('send', String(status), { tone: toneOf(status), detail: name || formatDuration(durationMs) })
}

function attemptAhead({ attempt = 1, copy = 1, plan }: AttemptStep): Drawing {
  const title = attempt > 1 ? `Attempt ${attempt}` : copy > 1 ? `Copy ${copy}` : 'Webhook'
  if (plan === undefined) return server('send', title, { detail: 'under way' })
  const { answer, signature, body } = plan
  if (typeof answer === 'number') return server('send', String(answer), { tone: toneOf(answer) })
  if (answer === 'timeout' || answer === 'reset') {
    return server('send', answer === 'reset' ? 'Reset' : 'Timed out', { tone: 'bad' })
  }
  const faults = [
    ...(signature === 'valid' ? [] : [`signature ${signature}`]),
    ...(body === 'exact' ? [] : [`body ${body}`]),
    ...(answer === 'lost-ack' ? ['its answer lost'] : []),
  ]
  return server('send', title, { detail: faults.join(', ') })
}

function toneOf(status: number): Drawing['tone'] {
  return status >= 200 && status < 300 ? 'good' : 'bad'
}
