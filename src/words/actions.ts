import { everyBusiness } from '../domain/keys.ts'

/** A call of a tool of `mcp`. */
export interface ToolCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The words of a command, or one option of the command that runs. */
type Command = readonly string[] | `--${string}`

/** The tool of `mcp` that does the same: `act` takes the words of the command, others have an input of their own. */
type ToolWay = 'act' | readonly [tool: string, input: Readonly<Record<string, string | true>>]

/** What a user can do next, and how: by a call, a command, and a tool, if one does it. The page has links and buttons of its own. */
const ways = {
  approve: ['POST /_sandbox/transactions/{id}/approve', 'approve <transaction>', 'act'],
  expire: ['POST /_sandbox/transactions/{id}/expire', 'expire <transaction>', 'act'],
  fail: ['POST /_sandbox/transactions/{id}/fail', 'fail <transaction> RESULT', 'act'],
  pay: ['POST /_sandbox/virtual-accounts/{accountNumber}/transfers', 'pay <transaction>', 'act'],
  explain: ['GET /_sandbox/transactions/{id}', 'explain <transaction>', ['explain', { transaction: '<transaction>' }]],
  'show-prompts': ['GET /_sandbox/phones/{number}', 'explain REFERENCE', ['explain', { transaction: 'REFERENCE' }]],
  // The tool waits for one anyway.
  'wait-for-otp': ['GET /_sandbox/phones/{number}/otp?wait=10s', 'otp <number> --wait 10s', 'act'],
  replay: ['POST /_sandbox/webhooks/{id}/replay', 'replay <webhook>', 'act'],
  'show-webhook': ['GET /_sandbox/webhooks/{id}', 'webhooks show <webhook>', ['webhooks', { show: '<webhook>' }]],
  advance: ['POST /_sandbox/clock/advance', 'advance <by>', ['advance', { by: '<by>' }]],
  resume: ['POST /_sandbox/clock/resume', 'resume'],
  reset: ['POST /_sandbox/reset', 'reset', ['reset', {}]],
  drop: ['POST /_sandbox/reset {"drop": true}', 'reset --drop'],
  export: ['GET /_sandbox/export', 'export FILE'],
  'replace-world': ['POST /_sandbox/import?replace=true', 'import FILE --replace'],
  seal: ['POST /_sandbox/seal', 'seal'],
  unseal: ['POST /_sandbox/unseal', 'unseal'],
  'take-snapshot': ['PUT /_sandbox/snapshots/{name}', 'snapshot NAME'],
  'delete-snapshot': ['DELETE /_sandbox/snapshots/{name}', 'snapshot NAME --delete'],
  'set-wallet': ['PUT /_sandbox/wallets/<currency>', 'wallet <currency> BALANCE'],
  'list-scenarios': ['GET /_sandbox/scenarios', 'scenarios list', ['scenarios', {}]],
  'clear-queue': ['DELETE /_sandbox/scenarios/queue', 'use --clear'],
  'list-transactions': ['GET /_sandbox/transactions', 'transactions', ['transactions', {}]],
  'list-webhooks': ['GET /_sandbox/webhooks', 'webhooks', ['webhooks', {}]],
  'report-all': ['GET /_sandbox/report?key=all', `report --key ${everyBusiness}`, ['report', { all: true }]],
  watch: ['GET /_sandbox/events', 'tail'],
  stop: ['POST /_sandbox/stop', 'stop'],
  'choose-business': ['the Authorization header', '--key'],
  'give-token': ['the header x-sandbox-token', '--token SECRET or PAYMENTS_SANDBOX_TOKEN'],
} as const satisfies Readonly<Record<string, readonly [call: string, command: string, tool?: ToolWay]>>

export type Doing = keyof typeof ways

type TargetOf<Command extends string> = Command extends `${string}<${infer Name}>${string}` ? Name : never

/** Something to do next, with what its command names. Each client says it in its own way. */
export type Action<D extends Doing = Doing> = {
  readonly [One in D]: { readonly do: One } & Readonly<Record<TargetOf<(typeof ways)[One][1]>, string>>
}[D]

/** A sentence of advice. An action in it is put into words by each client; one that cannot do it leaves the sentence out. */
export type Advice = string | readonly (string | Action)[]

function filled(text: string, action: Action): string {
  return text.replace(/<(\w+)>/, (_whole, name) => String(Object.entries(action).find(([key]) => key === name)?.[1]))
}

/** How an action is done. */
export function callOf(action: Action): string {
  return filled(ways[action.do][0], action)
}

export function commandOf(action: Action): Command {
  const [, command] = ways[action.do]
  return isOption(command) ? command : command.split(' ').map((word) => filled(word, action))
}

function isOption(command: string): command is `--${string}` {
  return command.startsWith('--')
}

/** Returns null if no tool does it. */
export function toolOf(action: Action): ToolCall | null {
  const [, , way]: readonly [string, string, ToolWay?] = ways[action.do]
  if (way === undefined) return null
  if (way === 'act') {
    const [act, target, value = '--'] = commandOf(action)
    return { tool: 'act', input: { act, target, ...(value.startsWith('--') ? {} : { value }) } }
  }
  const [tool, input] = way
  const given = Object.entries(input).map(([name, value]) => [name, value === true ? value : filled(value, action)])
  return { tool, input: Object.fromEntries(given) }
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
