import { shellWord } from '../text.ts'

export const environment: Readonly<Record<string, string | undefined>> = process.env

/** The prefix of every variable the sandbox reads; never PORT, which is the merchant app's. */
export const prefix = 'PAYMENTS_SANDBOX_'

export interface Credentials {
  readonly url: string
  readonly apiKey: string
  readonly webhookSecret: string
}

export function accessVariables({ url, apiKey, webhookSecret }: Credentials): Readonly<Record<string, string>> {
  return { [`${prefix}URL`]: url, [`${prefix}API_KEY`]: apiKey, [`${prefix}WEBHOOK_SECRET`]: webhookSecret }
}

/** Lines such as `PAYMENTS_SANDBOX_URL=...` that a shell and readers of .env files understand. */
export function envLines(access: Credentials): string {
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
