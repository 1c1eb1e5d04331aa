/** The environment, read in one place. */
export const environment: Readonly<Record<string, string | undefined>> = process.env

/** The prefix of every variable the sandbox reads; never PORT, which is the merchant app's. */
export const prefix = 'PAYMENTS_SANDBOX_'
