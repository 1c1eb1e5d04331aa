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
