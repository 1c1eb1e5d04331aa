import { type Command, Option } from 'commander'
import type { AnswerOf } from '../../control/routes.ts'
import { addClientCommand, onBusiness, printAndWarn } from '../client/client-command.ts'
import { type ClientFlags, keyOf, urlOf } from '../client/client-options.ts'
import { envLines, shellLines } from '../env-lines.ts'
import { labelledText } from '../terminal/fit-text.ts'
import { printableLines } from '../terminal/printable.ts'
import type { Screen } from '../terminal/screen.ts'
import { tableOf } from '../terminal/table.ts'
import { clockText, queueText } from '../text/status-text.ts'

interface StatusFlags extends ClientFlags {
  readonly output?: 'env' | 'sh' | 'json'
}

type Status = AnswerOf<'GET /_sandbox/status'>

export function addStatus(program: Command): void {
  addClientCommand(program, 'status', 'status\n  $ eval "$(payments-sandbox status -o sh)"')
    .description('Show a business at a glance. -o env prints lines for an env file, -o sh for eval of a shell')
    .addOption(new Option('-o, --output <format>', 'print it as').choices(['env', 'sh', 'json']))
    .action(status)
}

async function status({ output, ...flags }: StatusFlags): Promise<void> {
  const url = urlOf(flags)
  if (output === 'env' || output === 'sh') {
    const { webhookSecret } = await onBusiness(flags, ({ call }) => call('GET /_sandbox/business'))
    const access = { url, apiKey: keyOf(flags), webhookSecret }
    const lines = output === 'sh' ? shellLines(access) : envLines(access)
    // A program takes a secret as it is; it may have anything in it.
    return void process.stdout.write(process.stdout.isTTY ? printableLines(lines) : lines)
  }
  const json = flags.json === true || output === 'json'
  const overview = (seen: Status, screen: Screen) => statusText(seen, url, screen)
  await printAndWarn({ ...flags, json }, ({ call }) => call('GET /_sandbox/status'), overview)
}

function statusText(seen: Status, url: string, screen: Screen): string {
  const { lastAnswer } = seen
  const about = [
    ['url', url],
    ['port', new URL(url).port || '80'],
    ['key', seen.key],
    ['clock', clockText(seen.clock)],
    ['mode', seen.mode],
    ['callback', seen.callbackUrl ?? 'the callbackURL of each request'],
    ['default', defaultText(seen)],
    ...seen.scenarioProblems.map(({ file, line, column, message }) => [
      'broken file',
      `${file}:${line}:${column} ${message}; the last good version plays`,
    ]),
    ['queue', queueText(seen.queue)],
    ['transactions', countText(seen.transactions)],
    ['webhooks', countText(seen.webhooks)],
    ...(lastAnswer === null ? [] : [['answered by', answerText(lastAnswer)]]),
    ['jobs', jobsText(seen)],
  ]
  const lines = about.map(([label = '', text = '']) => labelledText(label, text, screen))
  const rows = seen.wallets.map(({ currency, balance }) => [currency, String(balance)])
  const balances = tableOf([{ title: 'wallet' }, { title: 'balance', align: 'right' }], rows, screen)
  return `${screen.paint('bold', `payments-sandbox ${seen.version}`)}\n${lines.join('')}\n${balances}`
}

function countText(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  const all = some.reduce((sum, [, count]) => sum + count, 0)
  return all === 0 ? 'none' : `${all}: ${some.map(([status, count]) => `${count} ${status}`).join(', ')}`
}

/** Any 2xx counts as delivered, so the answer shows whether it was the right server. */
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
