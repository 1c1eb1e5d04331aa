import { capital, type Drawing, inLane } from './sign.ts'

/** Draws an event that the sandbox plans, from the sandbox's words for it. Unknown words are drawn in the customer's lane. */
export function plannedDrawing(event: string): Drawing {
  for (const [pattern, draw] of drawings) {
    const found = pattern.exec(event)
    if (found !== null) return draw(found[1] ?? '')
  }
  return customer('time', event, { detail: event })
}

/** True for the end that comes instead if no right OTP is submitted; `when` says of what it comes after. */
export function isEndWithoutOtp(event: string, when: string | null): boolean {
  return event.endsWith(', unless the OTP was accepted') || (when?.startsWith('at wrong OTP') ?? false)
}

const customer = inLane('customer')
const transaction = inLane('transaction')
const server = inLane('server')
const bad = { tone: 'bad' } as const

/** The first pattern that matches decides; its group is handed to the drawing. */
const drawings: readonly (readonly [RegExp, (part: string) => Drawing])[] = [
  [/asked for the PIN/, () => customer('phones', 'Prompt')],
  [/OTP by SMS/, () => customer('message', 'OTP sent')],
  [/ pays ([\d.]+)/, (sum) => customer('bank', `Pays ${sum}`)],
  [/^the create call answers (\w+), its JSON/, () => transaction('warning', 'Bad JSON', bad)],
  [/^the create call answers PENDING/, () => transaction('PENDING', 'Pending')],
  [/^the create call answers COMPLETED/, () => transaction('COMPLETED', 'Answered')],
  [/^the create call answers/, () => transaction('INITIATED', 'Created')],
  [/^the create call fails: (.*);/, (detail) => transaction('close', 'Refused', { detail, tone: 'bad' })],
  [/^the create call/, () => transaction('close', 'No answer', bad)],
  [/^COMPLETED/, () => transaction('COMPLETED', 'Completed', { tone: 'good' })],
  [/^FAILED(?: as (\w+))?/, (detail) => transaction('FAILED', 'Failed', { detail, tone: 'bad' })],
  [/^the (?:account|OTP) expires/, () => transaction('time', 'Expires')],
  [/^a final status until you act/, () => transaction('PENDING', 'Waits')],
  [/^the final status/, () => transaction('PENDING', 'Either')],
  [/^no webhook/, () => server('close', 'No webhook')],
  [/^webhook.*: dropped/, () => server('close', 'Never sent', bad)],
  [/^webhook.*: held/, () => server('frozen', 'Held')],
  [/^webhook.*: given up/, () => server('close', 'Given up', bad)],
  [/^webhook.* attempt \d+: not sent, as if answered (\d+)/, answered],
  [/^webhook.* attempt \d+: not sent, as if .* reset/, () => server('send', 'Reset', bad)],
  [/^webhook.* attempt \d+: not sent, as if (.*)/, (what) => server('send', capital(what), bad)],
  [/^webhook.* attempt \d+: sent, (.*?)(?:;|$)/, (detail) => server('send', 'Webhook', { detail })],
  [/^webhook.* copy (\d+) attempt 1\b/, (copy) => server('send', copy === '1' ? 'Webhook' : `Copy ${copy}`)],
  [/^webhook.* attempt 1: sent/, () => server('send', 'Webhook')],
  [/^webhook.* attempt (\d+)/, (attempt) => server('send', `Attempt ${attempt}`)],
  [/^webhook/, () => server('send', 'Webhook')],
]

function answered(status: string): Drawing {
  return server('send', status, { tone: status.startsWith('2') ? 'good' : 'bad' })
}
