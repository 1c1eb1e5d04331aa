import { ControlFailure } from '../../control-client/failure.ts'
import { shellWord } from '../../text.ts'
import { environment, prefix } from '../environment.ts'
import { toolOf, toolText } from './next-tool.ts'

/** The options of a command that the next command needs to reach the same sandbox, business and files. Variables hold for both. */
interface SharedFlags {
  readonly url?: string
  readonly key?: string
  readonly token?: string
  readonly scenarios?: readonly string[]
}

export type Next = (...words: readonly string[]) => string

/** With the value `tools` the reader is an agent that has the tools of `mcp`, and no command line. `mcp` sets it. */
export const hintsVariable = `${prefix}HINTS`

function speaksOfTools(): boolean {
  return environment[hintsVariable] === 'tools'
}

/**
 * What to do next, such as `payments-sandbox explain order-1 --key test_shop`: pasted into a shell it works. For an agent it is
 * the tool that does the same, with its arguments. A single option is no command: it belongs to this one.
 */
export function nextCommand(flags: SharedFlags, words: readonly string[]): string {
  const [first = ''] = words
  if (first.startsWith('--')) return speaksOfTools() ? `the option ${first} of payments-sandbox mcp` : first
  const tool = speaksOfTools() ? toolOf(words) : null
  if (tool !== null) return toolText(tool)
  const { url, key, token, scenarios } = flags
  const shared = Object.entries({ url, key, token, scenarios }).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [`--${name}`, one]),
  )
  const command = ['payments-sandbox', ...words, ...shared].map(shellWord).join(' ')
  return speaksOfTools() ? `\`${command}\` (a command: no tool does it)` : command
}

/** An option of this command, or the argument of the tool that runs it. */
export function optionName(name: string): string {
  return speaksOfTools() ? name : `--${name}`
}

/** Words what the API says for a command line, or for a tool, whose arguments have the API's names. */
export function inCommands(error: Error, next: Next): Error {
  if (!(error instanceof ControlFailure)) return error
  const { code, hint, hintParts } = error
  const message = speaksOfTools()
    ? error.message
    : error.message.replace(/^(\w+): /, (whole, field) => typed[field] ?? whole)
  if (code === 'token_required') {
    const how = `give it with ${next('--token')} SECRET or in ${prefix}TOKEN: the same that the sandbox was started with`
    return error.reworded({ message, hint: how })
  }
  const worded = hintParts?.map((part) => (typeof part === 'string' ? part : next(...part.command))).join('')
  return error.reworded({ message, hint: worded ?? hint })
}

/** Fields of a body as a command line has them: an argument that needs no name, or an option. */
const typed: Readonly<Record<string, string>> = {
  by: '',
  result: '',
  limit: '--limit: ',
  olderThan: '--older-than: ',
  wait: '--wait: ',
  since: '--since: ',
  rate: '--rate: ',
  times: '--times: ',
  transactionId: '--transaction: ',
  after: '--after: ',
  url: '--callback-url: ',
  senderName: '--sender: ',
}
