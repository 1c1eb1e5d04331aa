import type { Moment } from './moment.ts'

/** What a planned event is drawn as. */
export type PlannedSign = Pick<Moment, 'lane' | 'sign' | 'title' | 'detail' | 'tone'>

/** How an event that the sandbox plans is drawn. It says in words what it is; what is not known by them is the customer's. */
export function plannedSign(event: string): PlannedSign {
  for (const [pattern, draw] of known) {
    const found = pattern.exec(event)
    if (found !== null) return { detail: '', tone: 'neutral', ...draw(found.slice(1).map((part) => part ?? '')) }
  }
  return { lane: 'customer', sign: 'time', title: event, detail: event, tone: 'neutral' }
}

type Draw = (parts: readonly string[]) => Omit<PlannedSign, 'detail' | 'tone'> & Partial<PlannedSign>

const transaction = (sign: Moment['sign'], title: string) => ({ lane: 'transaction', sign, title }) as const
const customer = (sign: Moment['sign'], title: string) => ({ lane: 'customer', sign, title }) as const
const server = (sign: Moment['sign'], title: string) => ({ lane: 'server', sign, title }) as const

/** The first that fits says what an event is. */
const known: readonly (readonly [RegExp, Draw])[] = [
  [/asked for the PIN/, () => customer('phones', 'Prompt')],
  [/OTP by SMS/, () => customer('message', 'OTP sent')],
  [/ pays ([\d.]+)/, ([sum = '']) => customer('bank', `Pays ${sum}`)],
  [/^the create call answers (\w+), its JSON/, () => ({ ...transaction('warning', 'Bad JSON'), tone: 'bad' })],
  [/^the create call answers PENDING/, () => transaction('PENDING', 'Pending')],
  [/^the create call answers COMPLETED/, () => transaction('COMPLETED', 'Answered')],
  [/^the create call answers/, () => transaction('INITIATED', 'Created')],
  [/^the create call fails: (.*);/, ([why = '']) => ({ ...transaction('close', 'Refused'), detail: why, tone: 'bad' })],
  [/^the create call/, () => ({ ...transaction('close', 'No answer'), tone: 'bad' })],
  [/^COMPLETED/, () => ({ ...transaction('COMPLETED', 'Completed'), tone: 'good' })],
  [/^FAILED(?: as (\w+))?/, ([why = '']) => ({ ...transaction('FAILED', 'Failed'), detail: why, tone: 'bad' })],
  [/^the (?:account|OTP) expires/, () => transaction('time', 'Expires')],
  [/^a final status by itself/, () => transaction('PENDING', 'Waits')],
  [/^the final status/, () => transaction('PENDING', 'Either')],
  [/^no webhook/, () => server('close', 'No webhook')],
  [/^webhook.*: dropped/, () => ({ ...server('close', 'Never sent'), tone: 'bad' })],
  [/^webhook.*: held/, () => server('frozen', 'Held')],
  [/^webhook.*: given up/, () => ({ ...server('close', 'Given up'), tone: 'bad' })],
  [/^webhook.* attempt \d+: not sent, as if answered (\d+)/, ([status = '']) => answered(status)],
  [/^webhook.* attempt \d+: not sent, as if .* reset/, () => ({ ...server('send', 'Reset'), tone: 'bad' })],
  [
    /^webhook.* attempt \d+: not sent, as if (.*)/,
    ([what = '']) => ({ ...server('send', capital(what)), tone: 'bad' }),
  ],
  [/^webhook.* attempt \d+: sent, (.*?)(?:;|$)/, ([how = '']) => ({ ...server('send', 'Webhook'), detail: how })],
  [/^webhook.* copy (\d+) attempt 1\b/, ([copy = '']) => server('send', copy === '1' ? 'Webhook' : `Copy ${copy}`)],
  [/^webhook.* attempt 1: sent/, () => server('send', 'Webhook')],
  [/^webhook.* attempt (\d+)/, ([attempt = '']) => server('send', `Attempt ${attempt}`)],
  [/^webhook/, () => server('send', 'Webhook')],
]

function answered(status: string): ReturnType<Draw> {
  return { ...server('send', status), tone: status.startsWith('2') ? 'good' : 'bad' }
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
