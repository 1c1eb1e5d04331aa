import type { Config } from '../../config.ts'
import type { RunningSandbox } from '../../sandbox.ts'
import { counted, printable } from '../../text.ts'
import { nextCommand } from '../client/next-command.ts'
import { screenOf } from '../terminal/screen.ts'

/** What a user needs to know after the start; `token` is null if the user chose it. */
export function banner(sandbox: RunningSandbox, apiKey: string, { keys, data, clock, token }: Config): string {
  const { url, seed, settings } = sandbox
  const { paint } = screenOf(process.stderr)
  const rows = [
    ['base_url', paint('bold', url)],
    ['page', `${url}/_sandbox/`],
    ['reference', `${url}/_sandbox/docs`],
    ...(token === null ? [] : [['token', `${token} (PAYMENTS_SANDBOX_TOKEN sets one that stays)`]]),
    ['API key', keys === 'any' ? `${apiKey}, or any test_ key: each is a business of its own` : apiKey],
    [
      'webhooks',
      printable(
        settings(apiKey).callbackUrl ?? 'to the callbackURL of each request; give a default with --callback-url',
      ),
    ],
    ['state', data === ':memory:' ? 'in memory' : `${printable(data)}${foundText(sandbox)}`],
    ['clock', clock ?? (data === ':memory:' ? 'real' : 'real; a stored business keeps its own')],
    ['seed', String(seed)],
  ]
  const lines = rows.map(([name = '', value = '']) => `  ${paint('dim', name.padEnd(9))} ${value}`)
  return `${lines.join('\n')}\n  stop with Ctrl+C\n`
}

/** The transactions of earlier runs, and how to begin without them. */
function foundText({ businesses, url, port }: RunningSandbox): string {
  const found = businesses().filter(({ transactions }) => transactions > 0)
  const [first, ...more] = found
  if (first === undefined) return ''
  const count = found.reduce((sum, { transactions }) => sum + transactions, 0)
  const whose = more.length === 0 ? `of ${first.key}` : `of ${found.length} businesses`
  const key = more.length === 0 ? first.key : 'KEY'
  const at = { ...(port === 4747 ? {} : { url }), ...(key === 'test_sandbox' ? {} : { key }) }
  return `, with ${counted(count, 'transaction')} ${whose}: ${nextCommand(at, { do: 'reset' })} begins again`
}

/** On a terminal it begins a line of its own, after the ^C. */
export function stoppedText(data: string, isOnTerminal: boolean): string {
  return `${isOnTerminal ? '\n' : ''}stopped; ${data === ':memory:' ? 'the state was in memory' : `state kept in ${printable(data)}`}\n`
}
