import { z } from 'zod'
import { type CurrencyCode, currencies, currencyCodes } from '../catalogue/currencies.ts'
import { definitionOf, type Flow, flows } from '../catalogue/flows.ts'
import { checkLimits, checkSums, limit } from './check-sums.ts'
import { maxMinor, toMinor } from './money.ts'
import { lateTransfers, partialPayments } from './plan.ts'
import { rateForms } from './rates.ts'
import {
  attemptTime,
  code,
  durationSetting,
  headerName,
  ipRange,
  knownNetwork,
  mostListed,
  networkCode,
  percent,
  period,
  text,
  url,
  writtenResults,
} from './setting-fields.ts'
import { feeBearers } from './transaction.ts'

/** The config file and the control API use the same names. Durations are text. */
export const settingsSchema = z.strictObject({
  callbackUrl: url.nullable().default(null).describe('Where webhooks go when a request names no callbackURL (D36)'),
  currencies: z
    .array(code)
    .min(1)
    .max(currencyCodes.length)
    .refine((codes) => new Set(codes).size === codes.length, { error: 'names a currency twice; write each once' })
    .default([...currencyCodes])
    .describe('Currencies this business may use (D10)'),
  networks: z
    .array(networkCode)
    .min(1, { error: 'names no network; write null for all' })
    .max(mostListed)
    .nullable()
    .default(null)
    .describe('Network codes this business may use; null: all (D32)'),
  smsOtp: z
    .union([z.literal(true), z.array(knownNetwork).max(mostListed)], {
      error: 'is neither true nor a list of network codes; write true or for example [MTN]',
    })
    .default([])
    .describe('Which customers in Ghana get an OTP by SMS first: true for all, or a list of network codes (D26)'),
  homeCountries: z
    .strictObject({
      XOF: z.enum(currencies.XOF.countries).default(currencies.XOF.countries[0]),
      XAF: z.enum(currencies.XAF.countries).default(currencies.XAF.countries[0]),
    })
    .prefault({})
    .describe(
      'Country of phone numbers in local form, for currencies of several countries, where the network names none. Default: CI and CM (D17)',
    ),
  limits: z
    .partialRecord(z.enum(flows), z.record(networkCode, z.partialRecord(code, limit).superRefine(checkLimits)))
    .default({})
    .describe(
      'Smallest (min) and largest amount (max) in major units, by flow, then network, then currency; the network * stands for every other (D10)',
    ),
  wallets: z
    .partialRecord(code, z.number().min(0))
    .superRefine(checkSums)
    .default({})
    .describe('Opening balances in major units, by currency; the default is 1000000 (D22)'),
  bearFee: z.enum(feeBearers).default('customer').describe('Who bears the fee (D20)'),
  fees: z
    .strictObject(
      Object.fromEntries(flows.map((flow) => [flow, percent.default(definitionOf(flow).feePercent)])) as Record<
        Flow,
        z.ZodDefault<typeof percent>
      >,
    )
    .prefault({})
    .describe(
      `Fee of each flow in percent. Default: ${flows.map((flow) => `${definitionOf(flow).feePercent} for ${flow}`).join(', ')} (D21)`,
    ),
  signatureHeader: headerName.default('x-webhook-signature').describe('Header that carries the signature (D34)'),
  webhookSecret: text.min(1).nullable().default(null).describe('Key that signs webhooks; null: the API key (D34)'),
  retry: z
    .array(durationSetting)
    .max(50)
    .default(['5s', '30s', '2m', '10m', '1h'])
    .describe(
      'When a webhook that failed is sent again: the schedule of retries, as the wait before each further attempt. For new webhooks (D36)',
    ),
  timeout: attemptTime
    .default('10s')
    .describe('How long one attempt of a delivery can take, as a duration of real time: at most 60s (D36)'),
  partialPayments: z
    .enum(partialPayments)
    .default('accept')
    .describe('A transfer of another sum: accept it as the payment, hold until the whole sum is there, or fail (D30)'),
  lateTransfers: z
    .enum(lateTransfers)
    .default('ignore')
    .describe('A transfer after expiry: ignore it, or accept it as the payment (D30)'),
  accountLifetime: durationSetting.default('30m').describe('How long a virtual account lives, as a duration (D30)'),
  networkMismatch: z
    .enum(['fail', 'reject', 'ignore'])
    .default('fail')
    .describe(
      'When a phone number is of another network, or of another country than its network: the transaction fails, is refused, or goes on (D32)',
    ),
  strictTestAccounts: z
    .boolean()
    .default(false)
    .describe('Payouts refuse a request that has recipient.accountNumber (D10)'),
  rateLimit: z
    .strictObject({ requests: z.int().min(1).max(1_000_000), per: period })
    .nullable()
    .default(null)
    .describe('How many requests are let in, and per which duration; more get a 429; null: any number (D13)'),
  ipAllowList: z
    .array(ipRange)
    .max(mostListed)
    .default([])
    .describe('IP addresses and networks that may call the service; empty: all (D13)'),
  mode: z
    .enum(['automatic', 'manual'])
    .default('automatic')
    .describe('With manual, a transaction without a chosen scenario waits for an action by hand'),
  pin: z
    .string()
    .regex(/^\d{4,6}$/, { error: 'is not a PIN of 4 to 6 digits in quotes such as "0000"' })
    .default('0000')
    .describe("The PIN that is right on the sandbox's phones; any other fails the payment"),
  variance: z
    .int({ error: 'is not a seed; write a whole number' })
    .min(0, { error: 'is not a seed; write a whole number of at least 0' })
    .nullable()
    .default(null)
    .describe('Seed that varies what the specification leaves open in answers; null: nothing varies'),
  amounts: z
    .enum(['as-shown', 'number', 'string', 'swapped'])
    .default('as-shown')
    .describe(
      'Form of amount and fee; as-shown: numbers in replies, text in webhooks; swapped: the other way round (D15)',
    ),
  amountPlaces: z
    .enum(['shortest', 'full'])
    .default('shortest')
    .describe('Places of amounts in text: 10.5, or 10.50 with all places of the currency (D15)'),
  customerNumbers: z
    .enum(['as-shown', 'international', 'local', 'swapped'])
    .default('as-shown')
    .describe(
      'Form of mobile numbers; as-shown: international in replies, local in webhooks; swapped: the other way round (D16)',
    ),
  results: writtenResults
    .default({})
    .describe('Codes and texts of results: of your own, or in place of those of a built-in one'),
  validationShape: z
    .enum(['object', 'list'])
    .default('object')
    .describe('Shape of the errors of fields: one object with all texts, or a list of objects (D8)'),
  rates: z
    .enum(rateForms)
    .default('as-seen')
    .describe(
      'Which way the rate of a quote reads; as-seen: how much of the weaker currency one of the stronger buys (D29)',
    ),
  createdStatus: z
    .literal([200, 201])
    .default(200)
    .describe('Status of a create call that was accepted: the specification names both (D1)'),
})

export type Settings = z.output<typeof settingsSchema>

export type SettingsInput = z.input<typeof settingsSchema>

/** In major units, for a wallet that the settings do not name (D22). */
const openingBalance = 1_000_000

export function openingMinor(settings: Settings, currency: CurrencyCode): number {
  return toMinor(settings.wallets[currency] ?? openingBalance, currency) ?? maxMinor
}
