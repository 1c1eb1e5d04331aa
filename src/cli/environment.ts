/** The environment, read in one place. */
export const environment: Readonly<Record<string, string | undefined>> = process.env

/** The prefix of every variable the sandbox reads; never PORT, which is the merchant app's. */
export const prefix = 'PAYMENTS_SANDBOX_'

/** What a merchant's code needs to know of a sandbox. */
export interface Access {
  readonly url: string
  readonly apiKey: string
  readonly webhookSecret: string
}

/** The variables that say it to programs. */
export function accessVariables({ url, apiKey, webhookSecret }: Access): Readonly<Record<string, string>> {
  return { [`${prefix}URL`]: url, [`${prefix}API_KEY`]: apiKey, [`${prefix}WEBHOOK_SECRET`]: webhookSecret }
}
