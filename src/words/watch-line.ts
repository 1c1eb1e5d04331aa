import type { HappeningOf, Recorded } from '../domain/happening.ts'
import { happeningText, heldText, ignoredText, skippedText } from './happening.ts'
import { obstacleNote } from './obstacle.ts'

/** A happening for a person who watches: errors are shown in full, the rest may be cut to the terminal. */
export interface WatchLine {
  readonly text: string
  readonly isWrong?: boolean
}

/** What a watcher knows beside the happening. */
export interface Watched {
  readonly at: string
  readonly flow?: unknown
  readonly amount?: unknown
  readonly currency?: unknown
  /** The address of its webhook. */
  readonly url?: unknown
}

/** Says a happening in a few words; null if another line says the same. */
export function watchLine(happening: Recorded, watched: Watched): WatchLine | null {
  switch (happening.kind) {
    case 'created':
      return { text: `created: ${watched.flow} ${watched.amount} ${watched.currency}` }
    case 'prompt_sent':
      return { text: `prompt sent to ${happening.accountNumber}` }
    case 'otp_sent':
      return { text: `OTP sent to ${happening.accountNumber}` }
    case 'transfer_received': {
      const { amount, senderName, note } = happening
      const ignored = note === undefined ? '' : `: ${ignoredText(note)}`
      return { text: `transfer of ${amount} ${watched.currency} from ${senderName}${ignored}` }
    }
    case 'action':
      return { text: `${happening.action} by hand` }
    case 'webhook_made':
      return { text: 'webhook by hand' }
    case 'webhook_replayed':
      return { text: 'replay by hand' }
    case 'settled':
      return { text: `${happening.status}  ${happening.result}` }
    case 'webhook_queued':
      return queuedLine(happening, watched)
    case 'webhook_attempted':
      return attemptLine(happening, watched)
    case 'webhook_exhausted':
      return { text: `webhook given up after attempt ${happening.attempts}`, isWrong: true }
    case 'webhook_held':
      return { text: `webhook held ${heldText(happening.until)}` }
    case 'webhook_unaddressed':
    case 'webhook_dropped':
      return { text: `no webhook: ${skippedText(happening.kind)}`, isWrong: true }
    case 'webhook_delivered':
    // The call that asked is a line of its own.
    case 'status_queried':
      return null
    default:
      return { text: happeningText(happening) }
  }
}

/** Most go at once: the line of the attempt is enough. */
function queuedLine({ dueAt }: HappeningOf<'webhook_queued'>, { at }: Watched): WatchLine | null {
  if (dueAt === at) return null
  return { text: dueAt === null ? 'webhook never falls due' : `webhook waits until ${dueAt.slice(11, 19)}` }
}

function attemptLine({ came, attempt }: HappeningOf<'webhook_attempted'> & Recorded, { at, url }: Watched): WatchLine {
  const to = `webhook${attempt === 1 ? '' : `, attempt ${attempt},`}${url === undefined ? '' : ` to ${url}`}`
  if (came === null) return { text: `${to} is under way` }
  const { status, error, durationMs, retryAt } = came
  const again = retryAt ? `, again ${retryText(at, retryAt)}` : ''
  if (status === null) return { text: `${to} failed: ${error}${again}`, isWrong: true }
  const text = `${to} ${status} in ${durationMs} ms${again}${obstacleNote(came)}`
  return { text, isWrong: status < 200 || status > 299 }
}

function retryText(at: string, retryAt: string): string {
  const seconds = Math.round((Date.parse(retryAt) - Date.parse(at)) / 1000)
  return seconds < 60 ? `in ${seconds} s` : `at ${retryAt.slice(11, 19)}`
}
