import type { Action, Advice, Doing } from '../domain/action.ts'
import { everyBusiness } from '../domain/keys.ts'

/** A call of a tool of `mcp`. */
export interface ToolCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The message of an error, and how to go on. */
export type Words = readonly [message: string, ...Advice[]]

/** The words of a command, or one option of the command that runs. */
type Command = readonly string[] | `--${string}`

/** The call of the API, the command, and the tool, if one does it. */
type Ways = readonly [call: string, command: Command, tool?: ToolCall]

const ways: { readonly [D in Doing]: (action: Action<D>) => Ways } = {
  approve: ({ transaction }) => [
    'POST /_sandbox/transactions/{id}/approve',
    ['approve', transaction],
    act('approve', transaction),
  ],
  expire: ({ transaction }) => [
    'POST /_sandbox/transactions/{id}/expire',
    ['expire', transaction],
    act('expire', transaction),
  ],
  explain: ({ transaction }) => [
    'GET /_sandbox/transactions/{id}',
    ['explain', transaction],
    { tool: 'explain', input: { transaction } },
  ],
  fail: ({ transaction }) => [
    'POST /_sandbox/transactions/{id}/fail',
    ['fail', transaction, 'RESULT'],
    act('fail', transaction, 'RESULT'),
  ],
  pay: ({ transaction }) => [
    'POST /_sandbox/virtual-accounts/{accountNumber}/transfers',
    ['pay', transaction],
    act('pay', transaction),
  ],
  'show-prompts': () => [
    'GET /_sandbox/phones/{number}',
    ['explain', 'REFERENCE'],
    { tool: 'explain', input: { transaction: 'REFERENCE' } },
  ],
  // The tool waits for one anyway.
  'wait-for-otp': ({ number }) => [
    'GET /_sandbox/phones/{number}/otp?wait=10s',
    ['otp', number, '--wait', '10s'],
    act('otp', number),
  ],
  replay: ({ webhook }) => ['POST /_sandbox/webhooks/{id}/replay', ['replay', webhook], act('replay', webhook)],
  'show-webhook': ({ webhook }) => [
    'GET /_sandbox/webhooks/{id}',
    ['webhooks', 'show', webhook],
    { tool: 'webhooks', input: { show: webhook } },
  ],
  advance: ({ by }) => ['POST /_sandbox/clock/advance', ['advance', by], { tool: 'advance', input: { by } }],
  resume: () => ['POST /_sandbox/clock/resume', ['resume']],
  reset: () => ['POST /_sandbox/reset', ['reset'], { tool: 'reset', input: {} }],
  drop: () => ['POST /_sandbox/reset {"drop": true}', ['reset', '--drop']],
  export: () => ['GET /_sandbox/export', ['export', 'FILE']],
  'replace-world': () => ['POST /_sandbox/import?replace=true', ['import', 'FILE', '--replace']],
  seal: () => ['POST /_sandbox/seal', ['seal']],
  unseal: () => ['POST /_sandbox/unseal', ['unseal']],
  'take-snapshot': () => ['PUT /_sandbox/snapshots/{name}', ['snapshot', 'NAME']],
  'delete-snapshot': () => ['DELETE /_sandbox/snapshots/{name}', ['snapshot', 'NAME', '--delete']],
  'set-wallet': ({ currency }) => [`PUT /_sandbox/wallets/${currency}`, ['wallet', currency, 'BALANCE']],
  'list-scenarios': () => ['GET /_sandbox/scenarios', ['scenarios', 'list'], { tool: 'scenarios', input: {} }],
  'clear-queue': () => ['DELETE /_sandbox/scenarios/queue', ['use', '--clear']],
  'list-transactions': () => ['GET /_sandbox/transactions', ['transactions'], { tool: 'transactions', input: {} }],
  'list-webhooks': () => ['GET /_sandbox/webhooks', ['webhooks'], { tool: 'webhooks', input: {} }],
  'report-all': () => [
    'GET /_sandbox/report?key=all',
    ['report', '--key', everyBusiness],
    { tool: 'report', input: { all: true } },
  ],
  watch: () => ['GET /_sandbox/events', ['tail']],
  stop: () => ['POST /_sandbox/stop', ['stop']],
  'choose-business': () => ['the Authorization header', '--key'],
  'give-token': () => ['the header x-sandbox-token', '--token SECRET or PAYMENTS_SANDBOX_TOKEN'],
}

function act(name: string, target: string, value?: string): ToolCall {
  return { tool: 'act', input: { act: name, target, ...(value === undefined ? {} : { value }) } }
}

function waysOf<D extends Doing>(action: Action<D>): Ways {
  return ways[action.do](action)
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
