import { shellWord } from '../../text.ts'
import { type Action, commandOf, toolOf, toolText } from '../../words/actions.ts'
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

export function readerHere(): Reader {
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
