import { answerOf, type Happened, messagesIn } from './happened.ts'

/** An event in words; what went wrong is shown in full, the rest may be cut to the width of the terminal. */
export interface Happening {
  readonly text: string
  readonly hint?: string
  readonly isWrong?: boolean
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
  webhook_queued: ({ at, dueAt }) =>
    dueAt === at
      ? null
      : { text: dueAt === null ? 'webhook never falls due' : `webhook waits until ${String(dueAt).slice(11, 19)}` },
  webhook_attempted: ({ number, at, url, status, error, durationMs, retryAt }) => {
    const attempt = `webhook${number === 1 ? '' : `, attempt ${number},`}${url === undefined ? '' : ` to ${url}`}`
    const again = typeof retryAt === 'string' ? `, again ${retryText(String(at), retryAt)}` : ''
    if (status === null) return { text: `${attempt} failed: ${error}${again}`, isWrong: true }
    const isWrong = typeof status === 'number' && (status < 200 || status > 299)
    return { text: `${attempt} ${status} in ${durationMs} ms${again}`, isWrong }
  },
  webhook_delivered: () => null,
  webhook_exhausted: ({ attempts }) => ({ text: `webhook given up after attempt ${attempts}`, isWrong: true }),
  webhook_held: ({ until }) => ({ text: `webhook held: it waits for ${until}` }),
  webhook_skipped: ({ why }) => ({ text: `no webhook: ${why}`, isWrong: true }),
  // The call that asked stands there by itself.
  status_queried: () => null,
  reset: ({ restored }) => ({
    text: restored === true ? 'restored: the business went back to a snapshot' : 'the business began again',
  }),
}

function chosenText(scenario: string): string {
  return scenario.replace(/; by=(\w+)$/, (_by, way) => (defaults.includes(way) ? ' by default' : ` by ${way}`))
}

/** The selectors that no request asked for. */
const defaults: readonly string[] = ['file', 'business']

const formatOther: Formatter = (happened) => {
  const { event, at, id, transactionId, reference, flow, amount, currency, ...facts } = happened
  return { text: `${event.replaceAll('_', ' ')}  ${factText(facts)}`.trimEnd() }
}

/** Facts as `name=value`, one after the other; a cause as `cause=step 0`. */
export function factText(facts: Readonly<Record<string, unknown>>): string {
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
