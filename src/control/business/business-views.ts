import { z } from 'zod'
import { currencyCode } from '../../contract/currency-code.ts'
import { namedAnswer } from '../../contract/named.ts'
import { settingsSchema } from '../../domain/settings.ts'
import { major, time } from '../view-parts.ts'

/** The schemas of what the control API answers of businesses and of itself; present.ts makes the values. */

/** A business's clock. */
export const clockView = namedAnswer(
  'Clock',
  z
    .object({
      now: time,
      mode: z.enum(['real', 'frozen']),
      rate: z.number().describe('Seconds of sandbox time in a second of wall time, once the clock runs.'),
    })
    .describe("A business's time."),
)

/** Everything is well. */
export const healthView = namedAnswer('Health', z.object({ status: z.literal('ok') }).describe('All is well.'))

/** What this sandbox is. */
export const infoView = namedAnswer(
  'SandboxInfo',
  z
    .object({
      version: z.string(),
      url: z.string().describe('Where this sandbox listens.'),
      seed: z.int().describe('Seed of every id and number.'),
      mode: z.enum(['automatic', 'manual']),
      limits: z.record(z.string(), z.number()).describe('Largest body in bytes, most webhooks under way at once.'),
      businesses: z.int().describe('How many businesses somebody has written to.'),
    })
    .describe('What this sandbox is.'),
)

/** Every business that somebody has written to. */
export const businessesView = namedAnswer(
  'Businesses',
  z
    .array(
      namedAnswer(
        'BusinessSummary',
        z
          .object({ key: z.string(), name: z.string(), transactions: z.int(), clock: clockView })
          .describe('One business.'),
      ),
    )
    .describe('Every business that somebody has written to.'),
)

/** A business that was started again. */
export const resetView = namedAnswer(
  'ResetBusiness',
  z.object({ key: z.string(), transactions: z.literal(0), clock: clockView }).describe('The business as it is now.'),
)

/** The settings of a business with its secrets. */
export const businessView = namedAnswer(
  'BusinessSettings',
  settingsSchema
    .extend({
      key: z.string().describe('The API key that names the business.'),
      webhookSecret: z.string().describe('Key of the signature (D34).'),
      standardWebhooksSecret: z.string().describe('The secret for the scheme standard-webhooks (D34).'),
    })
    .describe('The settings of this business, and the secrets that sign its webhooks.'),
)

/** One wallet with its newest movements. */
export const walletView = namedAnswer(
  'Wallet',
  z
    .object({
      currency: currencyCode,
      balance: major,
      ledger: z.array(
        namedAnswer(
          'LedgerEntry',
          z
            .object({
              at: time,
              amount: major,
              opening: major,
              closing: major,
              why: z.string(),
              transactionId: z.string().nullable(),
            })
            .describe('One movement.'),
        ),
      ),
    })
    .describe('A wallet and its movements, newest first.'),
)

/** All wallets. */
export const walletsView = namedAnswer('Wallets', z.array(walletView).describe('One wallet for each enabled currency.'))
