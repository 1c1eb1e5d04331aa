import { z } from 'zod'
import { currencyCode } from '../../contract/currency-code.ts'
import { answerObject } from '../../contract/named.ts'
import { clockView } from '../clock/clock-view.ts'
import { jobView } from '../clock/job-view.ts'
import { queuedScenarioView } from '../scenarios/scenario-views.ts'
import { major } from '../view-parts.ts'

const count = z.int().min(0)

/** A business at a glance. */
export const statusView = answerObject('BusinessStatus', 'A business at a glance.', {
  version: z.string().describe('Version of the sandbox.'),
  url: z.string().describe('Where this sandbox listens.'),
  key: z.string().describe('The API key that names the business.'),
  clock: clockView,
  mode: z.enum(['automatic', 'manual']),
  callbackUrl: z.string().nullable().describe('Where webhooks go when a request names no callbackURL.'),
  defaultScenario: z
    .object({ use: z.string(), by: z.enum(['business', 'file']).describe('Who says so.') })
    .describe('What is played where nothing else is chosen; in manual mode nothing is.'),
  queue: z.array(queuedScenarioView).describe('One-shot scenarios that wait, the first to be used first.'),
  transactions: z
    .object({ INITIATED: count, PENDING: count, COMPLETED: count, FAILED: count })
    .describe('How many transactions have each status.'),
  webhooks: z
    .object({ pending: count, held: count, delivered: count, exhausted: count, dropped: count })
    .describe('How many webhooks have each status.'),
  jobs: z.object({ pending: count, next: jobView.nullable() }).describe('Work that waits for its time.'),
  wallets: z.array(answerObject('WalletBalance', 'One wallet.', { currency: currencyCode, balance: major })),
})
