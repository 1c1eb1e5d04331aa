import { z } from 'zod'
import { currencyCodes } from '../../catalogue/currencies.ts'
import { feeMinor, toMinor } from '../../domain/money.ts'
import type { Settings } from '../../domain/settings.ts'
import type { CurrencyCode, Flow } from '../../domain/transaction.ts'
import type { Payout } from '../rules/ledger.ts'
import { customerOf } from './read-ledger.ts'

/** A create call of a payout. */
export interface PayoutCall {
  readonly flow: Flow
  readonly body: unknown
  /** Null if no answer was sent. */
  readonly status: number | null
  /** True if the reference was used before, so that something is stored under it. */
  readonly isDuplicate: boolean
}

const text = z.string().catch('')
const recipient = z.object({
  amount: z.coerce.number().nullable().catch(null),
  currency: z.enum(currencyCodes as [CurrencyCode, ...CurrencyCode[]]),
  accountName: text,
  accountNumber: text,
})
const payoutBody = z.object({ reference: z.string(), recipients: z.tuple([recipient], z.unknown()) })

/** The payouts of a business whose every create call was refused: nothing is stored, and the caller knows. */
export function refusedPayouts(business: string, calls: readonly PayoutCall[], { fees }: Settings): readonly Payout[] {
  const refused = new Map<string, Payout | null>()
  for (const { flow, body, status, isDuplicate } of calls) {
    const { reference, recipients: [sent] = [] } = payoutBody.safeParse(body).data ?? {}
    if (reference === undefined || sent === undefined || refused.get(reference) === null) continue
    const isRefused = status !== null && status >= 400 && status < 500 && !isDuplicate
    const { amount, currency, ...customer } = sent
    const amountMinor = amount === null ? null : toMinor(amount, currency)
    const payout: Payout = {
      business,
      id: null,
      reference,
      position: Number.MAX_SAFE_INTEGER,
      status: 'refused',
      currency,
      customer: customerOf({ customer, currency }),
      amountMinor,
      feeMinor: amountMinor === null ? 0 : feeMinor(amountMinor, fees[flow]),
      awaits: null,
      hasOtherAmount: false,
      isMisled: false,
    }
    refused.set(reference, isRefused ? payout : null)
  }
  return [...refused.values()].filter((payout) => payout !== null)
}
