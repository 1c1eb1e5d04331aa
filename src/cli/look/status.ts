import { type Command, Option } from 'commander'
import type { AnswerOf } from '../../control/routes.ts'
import type { ControlClient } from '../../control-client.ts'
import { addClientCommand, type DrivingFlags, onBusiness, print, warnIfEmpty } from '../client/client-command.ts'
import { keyOf, urlOf } from '../client/client-options.ts'
import { labelledText } from '../terminal/fit-text.ts'
import { printable } from '../terminal/printable.ts'
import type { Screen } from '../terminal/screen.ts'
import { tableOf } from '../terminal/table.ts'
import { clockText } from '../text/clock-text.ts'
import { envLines } from '../text/env-lines.ts'
import { queueText } from '../text/queue-text.ts'

interface StatusFlags extends DrivingFlags {
  readonly output?: 'env' | 'json'
}

type Status = AnswerOf<'GET /_sandbox/status'>

export function addStatus(program: Command): void {
  addClientCommand(
    program,
    'status',
    'Show a business at a glance. -o env prints lines for a shell or a .env file',
    'status\n  $ export $(payments-sandbox status -o env)',
  )
    .addOption(new Option('-o, --output <format>', 'print it as').choices(['env', 'json']))
    .action(status)
}

async function status(flags: StatusFlags): Promise<void> {
  if (flags.output === 'env') return void process.stdout.write(await onBusiness(flags, (client) => env(client, flags)))
  const seen = await onBusiness(flags, (client) => client.call('GET /_sandbox/status'))
  const json = flags.json === true || flags.output === 'json'
  print(seen, { json }, (status, screen) => overview(status, urlOf(flags), screen))
  await warnIfEmpty({ ...flags, json })
}

async function env(client: ControlClient, flags: StatusFlags): Promise<string> {
  const { webhookSecret } = await client.call('GET /_sandbox/business')
  return envLines({ url: urlOf(flags), apiKey: keyOf(flags), webhookSecret })
}

function overview(seen: Status, url: string, screen: Screen): string {
  const {
    version,
    key,
    clock,
    mode,
    callbackUrl,
    queue,
    scenarioProblems,
    transactions,
    webhooks,
    lastAnswer,
    wallets,
  } = seen
  const { port } = new URL(url)
  const about = [
    ['url', url],
    ['port', port === '' ? '80' : port],
    ['key', key],
    ['clock', clockText(clock)],
    ['mode', mode],
    ['callback', callbackUrl ?? 'the callbackURL of each request'],
    ['default', defaultText(seen)],
    ...scenarioProblems.map(({ file, line, column, message }) => {
      return ['broken file', `${file}:${line}:${column} ${message}; the last good version plays`] as const
    }),
    ['queue', queueText(queue)],
    ['transactions', countText(transactions)],
    ['webhooks', countText(webhooks)],
    ...(lastAnswer === null ? [] : [['answered by', answerText(lastAnswer)] as const]),
    ['jobs', jobsText(seen)],
  ] as const
  const lines = about.map(([label, text]) => labelledText(label, printable(text), labelWidth, screen))
  const rows = wallets.map(({ currency, balance }) => [currency, String(balance)])
  const balances = tableOf([{ title: 'wallet' }, { title: 'balance', align: 'right' }], rows, screen)
  return `${screen.paint('bold', `payments-sandbox ${printable(version)}`)}\n${lines.join('')}\n${balances}`
}

const labelWidth = 14

function countText(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  const all = some.reduce((sum, [, count]) => sum + count, 0)
  return all === 0 ? 'none' : `${all}: ${some.map(([status, count]) => `${count} ${status}`).join(', ')}`
}

/** Any server that answers 2xx counts, so its answer says whether it is the right one. */
function answerText({ url, status, body }: NonNullable<Status['lastAnswer']>): string {
  return `${url} (${status}${body === '' ? '' : ` ${JSON.stringify(body)}`})`
}

function defaultText({ defaultScenario: { use, by }, mode }: Status): string {
  if (mode === 'manual') return 'none in manual mode: approve, decline and the other acts decide'
  return by === 'file' ? use : `${use}, set for this business`
}

function jobsText({ jobs: { pending, next } }: Status): string {
  if (next === null) return 'none'
  return `${pending}, the next${next.dueAt === null ? '' : ` at ${next.dueAt}`}: ${next.what}`
}
