import { prefix } from '../environment.ts'

/** What a merchant's code needs to know of a sandbox. */
export interface Access {
  readonly url: string
  readonly apiKey: string
  readonly webhookSecret: string
}

/** `PAYMENTS_SANDBOX_URL=...` and its fellows: lines that a shell and the readers of .env files take alike. */
export function envLines({ url, apiKey, webhookSecret }: Access): string {
  const variables = { URL: url, API_KEY: apiKey, WEBHOOK_SECRET: webhookSecret }
  return Object.entries(variables)
    .map(([name, value]) => `${prefix}${name}=${quoted(value)}\n`)
    .join('')
}

/**
 * A value as it is where no reader sees more in it, else in the quotes that all of them take. Only what has both a single
 * quote and one of `"$\!` has no common form: then the shell's.
 */
function quoted(value: string): string {
  if (/^[\w@%+=:,./-]+$/.test(value)) return value
  if (!value.includes("'")) return `'${value}'`
  if (!/["$`\\!\n]/.test(value)) return `"${value}"`
  return `'${value.replaceAll("'", "'\\''")}'`
}
