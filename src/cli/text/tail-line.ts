import type { SignatureHelpView } from '../../control/webhooks/signature-help.ts'
import { printable } from '../terminal/printable.ts'
import type { Paint, Screen, Style } from '../terminal/screen.ts'
import { signatureText } from './signature-text.ts'

/** What `GET /_sandbox/events` sends for one event. */
export interface Happened {
  readonly event: string
  readonly at: string
  /** Of an attempt to deliver a webhook that was answered 401 or 403. */
  readonly signatureHelp?: SignatureHelpView
  readonly [fact: string]: unknown
}

/** One line: when, what, and what is worth knowing of it. What others sent cannot steer the terminal. */
export function tailLine(happened: Happened, paint: Paint): string {
  const { at, event } = happened
  const text = (formatters[event] ?? formatOther)(happened)
  const name = happened.restored === true ? 'restore' : event
  const what = paint(styleOf(happened), printable(name).padEnd(17))
  return `${paint('dim', printable(at))}  ${what}  ${printable(text)}`.trimEnd()
}

type Formatter = (happened: Happened) => string

const formatters: Readonly<Record<string, Formatter>> = {
  request: (call) => {
    const { method, path, durationMs, reference, hint } = call
    const messages = messagesIn(call)
    const refused = messages.length === 0 ? '' : `  ${messages.join('; ')}`
    const whose = typeof reference === 'string' ? `  ${reference}` : ''
    return `${method} ${path} ${answerOf(call)} ${durationMs} ms${whose}${refused}${typeof hint === 'string' ? `  hint: ${hint}` : ''}`
  },
  created: (one) => `${moneyOf(one)}, scenario ${one.scenario} by ${one.by}`,
  settled: (one) => `${moneyOf(one)}, ${one.status} ${one.result ?? ''}`,
  webhook_queued: ({ reference, url, dueAt }) => `${reference}  to ${url}, due ${dueAt ?? 'never'}`,
  webhook_attempted: ({ reference, number, url, status, error, durationMs, retryAt }) => {
    const came = status === null ? `failed: ${error}` : `answered ${status}`
    const next = retryAt === undefined ? '' : `, next ${retryAt ?? 'never'}`
    return `${reference}  attempt ${number} to ${url} ${came} in ${durationMs} ms${next}`
  },
  reset: resetText,
}

/** What happened to the business as a whole. */
export function resetText({ restored }: Happened): string {
  return restored === true ? 'the business went back to a snapshot' : 'the business began again'
}

/** Its facts as they are. */
const formatOther: Formatter = (happened) => {
  const { event, at, id, transactionId, reference, flow, amount, currency, url, ...facts } = happened
  const shown = Object.entries(facts).map(([name, value]) => {
    return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
  })
  return [String(reference ?? transactionId ?? ''), ...shown].join('  ')
}

const moneyOf: Formatter = ({ reference, flow, amount, currency }) => `${reference}  ${flow} ${amount} ${currency}`

/** What a call was answered, and the simulated fault that did it. */
export function answerOf({ status, fault }: Happened): string {
  return status === null ? `no answer (${fault})` : `${status}${fault === null ? '' : ` (${fault})`}`
}

/** Why a call was refused, in either form of a refusal (D6, D8); nothing where it was not. */
export function messagesIn({ status, answer }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (typeof status !== 'number' || status < 400) return []
  return [answer]
    .flat()
    .flatMap((one) => (typeof one === 'object' && one !== null && 'message' in one ? one.message : []))
}

/** What stands below an event: how a webhook was signed that was refused, once for each; its next attempts are the same. */
export function textsBelow(): (happened: Happened, screen: Screen) => string {
  const explained = new Set<unknown>()
  return ({ deliveryId, signatureHelp }, screen) => {
    if (signatureHelp === undefined || explained.has(deliveryId)) return ''
    explained.add(deliveryId)
    return signatureText(signatureHelp, screen)
  }
}

/** Good ends green, bad ones red, what may come right yet yellow. */
export function styleOf({ event, status }: Happened): Style {
  const isGood = typeof status === 'number' && status < 400
  if (event === 'request') return isGood ? 'green' : 'red'
  if (event === 'settled') return status === 'COMPLETED' ? 'green' : 'red'
  if (event === 'webhook_attempted') return isGood && status >= 200 && status < 300 ? 'green' : 'yellow'
  return event === 'webhook_delivered' ? 'green' : event === 'webhook_exhausted' ? 'red' : 'cyan'
}
