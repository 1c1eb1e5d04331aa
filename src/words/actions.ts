import { everyBusiness } from '../domain/keys.ts'

/** A call of a tool of `mcp`. */
export interface ToolCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The words of a command, or one option of the command that runs. */
type Command = readonly string[] | `--${string}`

/** The call of the API, the command, and the tool, if one does it. */
type Ways = readonly [call: string, command: Command, tool?: ToolCall]

type WaysOf<Target> = (target: Target) => Ways

interface OnTransaction {
  readonly transaction: string
}

interface OnWebhook {
  readonly webhook: string
}

/** What a user can do next, and how: as a call, a command or a tool. The page has links and buttons of its own. */
const ways = {
  approve: act('approve', 'POST /_sandbox/transactions/{id}/approve'),
  expire: act('expire', 'POST /_sandbox/transactions/{id}/expire'),
  fail: act('fail', 'POST /_sandbox/transactions/{id}/fail', 'RESULT'),
  pay: act('pay', 'POST /_sandbox/virtual-accounts/{accountNumber}/transfers'),
  explain: ({ transaction }: OnTransaction) => explain('GET /_sandbox/transactions/{id}', transaction),
  'show-prompts': () => explain('GET /_sandbox/phones/{number}', 'REFERENCE'),
  // The tool waits for one anyway.
  'wait-for-otp': ({ number }: { readonly number: string }) => [
    'GET /_sandbox/phones/{number}/otp?wait=10s',
    ['otp', number, '--wait', '10s'],
    { tool: 'act', input: { act: 'otp', target: number } },
  ],
  replay: ({ webhook }: OnWebhook) => [
    'POST /_sandbox/webhooks/{id}/replay',
    ['replay', webhook],
    { tool: 'act', input: { act: 'replay', target: webhook } },
  ],
  'show-webhook': ({ webhook }: OnWebhook) => [
    'GET /_sandbox/webhooks/{id}',
    ['webhooks', 'show', webhook],
    { tool: 'webhooks', input: { show: webhook } },
  ],
  advance: ({ by }: { readonly by: string }) => [
    'POST /_sandbox/clock/advance',
    ['advance', by],
    { tool: 'advance', input: { by } },
  ],
  'set-wallet': ({ currency }: { readonly currency: string }) => [
    `PUT /_sandbox/wallets/${currency}`,
    ['wallet', currency, 'BALANCE'],
  ],
  resume: plain('POST /_sandbox/clock/resume', 'resume'),
  reset: plain('POST /_sandbox/reset', 'reset', { tool: 'reset', input: {} }),
  drop: plain('POST /_sandbox/reset {"drop": true}', 'reset --drop'),
  export: plain('GET /_sandbox/export', 'export FILE'),
  'replace-world': plain('POST /_sandbox/import?replace=true', 'import FILE --replace'),
  seal: plain('POST /_sandbox/seal', 'seal'),
  unseal: plain('POST /_sandbox/unseal', 'unseal'),
  'take-snapshot': plain('PUT /_sandbox/snapshots/{name}', 'snapshot NAME'),
  'delete-snapshot': plain('DELETE /_sandbox/snapshots/{name}', 'snapshot NAME --delete'),
  'list-scenarios': plain('GET /_sandbox/scenarios', 'scenarios list', { tool: 'scenarios', input: {} }),
  'clear-queue': plain('DELETE /_sandbox/scenarios/queue', 'use --clear'),
  'list-transactions': plain('GET /_sandbox/transactions', 'transactions', { tool: 'transactions', input: {} }),
  'list-webhooks': plain('GET /_sandbox/webhooks', 'webhooks', { tool: 'webhooks', input: {} }),
  'report-all': plain('GET /_sandbox/report?key=all', `report --key ${everyBusiness}`, {
    tool: 'report',
    input: { all: true },
  }),
  watch: plain('GET /_sandbox/events', 'tail'),
  stop: plain('POST /_sandbox/stop', 'stop'),
  'choose-business': (): Ways => ['the Authorization header', '--key'],
  'give-token': (): Ways => ['the header x-sandbox-token', '--token SECRET or PAYMENTS_SANDBOX_TOKEN'],
} satisfies Readonly<Record<string, WaysOf<never>>>

function act(name: string, call: string, value?: string): WaysOf<OnTransaction> {
  return ({ transaction: target }) => {
    const more = value === undefined ? [] : [value]
    const input = { act: name, target, ...(value === undefined ? {} : { value }) }
    return [call, [name, target, ...more], { tool: 'act', input }]
  }
}

function explain(call: string, transaction: string): Ways {
  return [call, ['explain', transaction], { tool: 'explain', input: { transaction } }]
}

function plain(call: string, command: string, tool?: ToolCall): WaysOf<unknown> {
  const words = command.split(' ')
  return () => (tool === undefined ? [call, words] : [call, words, tool])
}

export type Doing = keyof typeof ways

type Target<D extends Doing> = (typeof ways)[D] extends WaysOf<infer Of> ? Of : never

/** Something to do next, with what is needed for it. Each client says it in its own way. */
export type Action<D extends Doing = Doing> = { readonly [One in D]: { readonly do: One } & Target<One> }[D]

/** A sentence of advice. An action in it is put into words by each client; one that cannot do it leaves the sentence out. */
export type Advice = string | readonly (string | Action)[]

function waysOf<D extends Doing>(action: Action<D>): Ways {
  const each: { readonly [One in Doing]: WaysOf<Action<One>> } = ways
  return each[action.do](action)
}

/** How an action is done. */
export function callOf(action: Action): string {
  return waysOf(action)[0]
}

export function commandOf(action: Action): Command {
  return waysOf(action)[1]
}

/** Returns null if no tool does it. */
export function toolOf(action: Action): ToolCall | null {
  return waysOf(action)[2] ?? null
}

/** `the tool advance with {"by":"10s"}` */
export function toolText({ tool, input }: ToolCall): string {
  return `the tool ${tool}${Object.keys(input).length === 0 ? '' : ` with ${JSON.stringify(input)}`}`
}

/** Advice in one line, with the words of a client for its actions; undefined if no sentence of it is left. */
export function adviceText(advice: readonly Advice[], say: (action: Action) => string | null): string | undefined {
  const sentences = advice.flatMap((sentence) => {
    const parts = [sentence].flat().map((part) => (typeof part === 'string' ? part : say(part)))
    return parts.includes(null) ? [] : parts.join('')
  })
  return sentences.length === 0 ? undefined : sentences.join('; ')
}
