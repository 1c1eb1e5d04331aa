import type { SignatureHelpView } from '../../control/webhooks/signature-help.ts'

export interface Happened {
  readonly event: string
  readonly at: string
  /** Of an attempt to deliver a webhook that was answered 401 or 403. */
  readonly signatureHelp?: SignatureHelpView
  readonly [fact: string]: unknown
}

/** An event in words; errors are shown in full, the rest may be cut to the terminal. */
interface Happening {
  readonly text: string
  readonly hint?: string
  readonly isWrong?: boolean
}

type Facts = Readonly<Record<string, unknown>>

export function answerOf({ status, fault }: Facts): string {
  return status === null ? `no answer (${fault})` : `${status}${fault === null ? '' : ` (${fault})`}`
}

/** Why a call was refused, from both forms of a refusal (D6, D8); empty if it was not. */
export function messagesIn({ status, answer }: Facts): readonly unknown[] {
  if (typeof status !== 'number' || status < 400) return []
  return [answer]
    .flat()
    .flatMap((one) => (typeof one === 'object' && one !== null && 'message' in one ? one.message : []))
}

/** Returns an event in a few words, or null if another event says the same. */
export function happeningText(happened: Happened): Happening | null {
  return (formatters[happened.event] ?? formatOther)(happened)
}

type Formatter = (happened: Happened) => Happening | null

const formatters: Readonly<Record<string, Formatter>> = {
  request: (call) => {
    const { method, path, status, scenario, durationMs, hint } = call
    const chosen = typeof scenario === 'string' ? `  ${chosenText(scenario)}` : ''
    const [first, ...more] = messagesIn(call)
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`
    const said = first === undefined ? `${chosen}  ${durationMs} ms` : `  ${first}${others}`
    return {
      text: `${method} ${path} ${answerOf(call)}${said}`,
      ...(typeof hint === 'string' ? { hint: `hint: ${hint}` } : {}),
      isWrong: first !== undefined || status === null,
    }
  },
  created: ({ flow, amount, currency }) => ({ text: `created: ${flow} ${amount} ${currency}` }),
  prompt_sent: ({ accountNumber }) => ({ text: `prompt sent to ${accountNumber}` }),
  otp_sent: ({ accountNumber }) => ({ text: `OTP sent to ${accountNumber}` }),
  transfer_received: ({ amount, currency, senderName, note }) => ({
    text: `transfer of ${amount} ${currency} from ${senderName}${note === undefined ? '' : `: ${note}`}`,
  }),
  action: ({ action }) => ({ text: `${action} by hand` }),
  settled: ({ status, result }) => ({ text: `${status}  ${result ?? ''}`.trimEnd() }),
  // Most go at once: what is said of their attempt is enough.
  webhook_queued: ({ at, dueAt }) => {
    if (dueAt === at) return null
    return { text: dueAt === null ? 'webhook never falls due' : `webhook waits until ${String(dueAt).slice(11, 19)}` }
  },
  webhook_attempted: ({ number, at, url, status, error, durationMs, retryAt }) => {
    const attempt = `webhook${number === 1 ? '' : `, attempt ${number},`}${url === undefined ? '' : ` to ${url}`}`
    const again = typeof retryAt === 'string' ? `, again ${retryText(at, retryAt)}` : ''
    if (status === null) return { text: `${attempt} failed: ${error}${again}`, isWrong: true }
    const isWrong = typeof status === 'number' && (status < 200 || status > 299)
    return { text: `${attempt} ${status} in ${durationMs} ms${again}`, isWrong }
  },
  webhook_delivered: () => null,
  webhook_exhausted: ({ attempts }) => ({ text: `webhook given up after attempt ${attempts}`, isWrong: true }),
  webhook_held: ({ until }) => ({ text: `webhook held: it waits for ${until}` }),
  webhook_skipped: ({ why }) => ({ text: `no webhook: ${why}`, isWrong: true }),
  // The call that asked is a line of its own.
  status_queried: () => null,
  reset: ({ restored }) => ({
    text: restored === true ? 'restored: the business went back to a snapshot' : 'the business began again',
  }),
}

/** `file` and `business` are the selectors that no request asked for. */
function chosenText(scenario: string): string {
  return scenario.replace(/; by=(?:file|business)$/, ' by default').replace(/; by=(\w+)$/, ' by $1')
}

const formatOther: Formatter = (happened) => {
  const { event, at, id, transactionId, reference, flow, amount, currency, ...facts } = happened
  return { text: `${event.replaceAll('_', ' ')}  ${factText(facts)}`.trimEnd() }
}

/** Facts as `name=value`, one after the other; a cause as `cause=step 0`. */
export function factText(facts: Facts): string {
  const shown = (value: unknown) =>
    typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value)
  return Object.entries(facts)
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(' ')
}

function retryText(at: string, retryAt: string): string {
  const seconds = Math.round((Date.parse(retryAt) - Date.parse(at)) / 1000)
  return seconds < 60 ? `in ${seconds} s` : `at ${retryAt.slice(11, 19)}`
}
