import { shellQuoted } from '../text.ts'
import { accessVariables, type Credentials } from './environment.ts'
import { UsageError } from './exit.ts'

/** Lines such as `NAME=value` of an env file. Throws a `UsageError` that names a variable whose value no line can have. */
export function envLines(access: Credentials): string {
  return linesOf(access, (name, value) => {
    const written = inEnvFile(value)
    if (written !== null) return `${name}=${written}`
    throw new UsageError(
      `${name}: no line of an env file has this value for both dotenv and Node: choose another value, or print it for a shell with status -o sh`,
    )
  })
}

/** Lines such as `export NAME='value'` for `eval` of a POSIX shell. */
export function shellLines(access: Credentials): string {
  return linesOf(access, (name, value) => `export ${name}=${shellQuoted(value)}`)
}

function linesOf(access: Credentials, lineOf: (name: string, value: string) => string): string {
  return Object.entries(accessVariables(access))
    .map(([name, value]) => `${lineOf(name, value)}\n`)
    .join('')
}

/**
 * A value as dotenv and Node read it; null if there is no such form. Without quotes if possible: Docker takes them as part of
 * the value. In quotes nothing can be escaped: a value ends at the next quote of its kind, but dotenv may go on after `\'`. Only
 * dotenv turns a carriage return into a line feed, and `\r` into a carriage return.
 */
function inEnvFile(value: string): string | null {
  if (/^[^\s'"`#](?:[^#\n\r\u2028\u2029]*[^\s#])?$/.test(value)) return value
  if (/\r|\\$/.test(value)) return null
  const isTaken = (quote: string) => value.includes(quote) || (quote === '"' && /\\[nr]/.test(value))
  const quote = ["'", '"', '`'].find((each) => !isTaken(each))
  return quote === undefined ? null : `${quote}${value}${quote}`
}
