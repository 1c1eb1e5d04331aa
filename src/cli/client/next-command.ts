import { ControlFailure } from '../../control-client/failure.ts'
import { shellWord } from '../../text.ts'
import { type Action, commandOf, toolOf, toolText } from '../../words/actions.ts'
import { errorWords, isKnown } from '../../words/errors.ts'
import { environment, prefix } from '../environment.ts'

/** The options of a command that the next command needs to reach the same sandbox, business and files. Variables hold for both. */
interface SharedFlags {
  readonly url?: string
  readonly key?: string
  readonly token?: string
  readonly scenarios?: readonly string[]
}

/** Says what to do next. */
export type Next = (action: Action) => string

/** The reader has a command line, or is an agent that has the tools of `mcp`. */
export type Reader = 'person' | 'agent'

/** With the value `tools` the reader is an agent. `mcp` sets it. */
export const hintsVariable = `${prefix}HINTS`

function readerHere(): Reader {
  return environment[hintsVariable] === 'tools' ? 'agent' : 'person'
}

/**
 * What to do next, such as `payments-sandbox explain order-1 --key test_shop`: pasted into a shell it works. For an agent it is
 * the tool that does the same, with its arguments. A single option is not a command: it belongs to this one.
 */
export function nextCommand(flags: SharedFlags, action: Action, reader = readerHere()): string {
  const words = commandOf(action)
  if (typeof words === 'string') return reader === 'agent' ? `the option ${words} of payments-sandbox mcp` : words
  const tool = reader === 'agent' ? toolOf(action) : null
  if (tool !== null) return toolText(tool)
  const { url, key, token, scenarios } = flags
  const shared = Object.entries({ url, key, token, scenarios }).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [`--${name}`, one]),
  )
  const command = ['payments-sandbox', ...words, ...shared].map(shellWord).join(' ')
  return reader === 'agent' ? `\`${command}\` (a command: no tool does it)` : command
}

/** An option of this command, or the argument of the tool that runs it. */
export function optionName(name: string): string {
  return readerHere() === 'agent' ? name : `--${name}`
}

/** Words what the API says for a command line, or for a tool, whose arguments have the API's names. */
export function inCommands(error: Error, next: Next, reader = readerHere()): Error {
  if (!(error instanceof ControlFailure)) return error
  if (!isKnown(error.facts)) return error
  return error.reworded(errorWords(error.facts, next, reader === 'agent' ? undefined : fieldName))
}

/** A field of a body as a command line has it: an argument that needs no name, or an option. */
function fieldName(field: string): string {
  return typed[field] ?? `${field}: `
}

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
