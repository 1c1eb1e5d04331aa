import { shellWord } from '../../text.ts'
import { type Access, accessVariables } from '../environment.ts'

/** `PAYMENTS_SANDBOX_URL=...` and the other variables: lines that a shell and the readers of .env files take alike. */
export function envLines(access: Access): string {
  return Object.entries(accessVariables(access))
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join('')
}

/**
 * A value as it is where no reader sees more in it, else in the quotes that all of them take. Only what has both a single
 * quote and one of `"$\!` has no common form: then the shell's.
 */
function quoted(value: string): string {
  return value.includes("'") && !/["$`\\!\n]/.test(value) ? `"${value}"` : shellWord(value)
}
