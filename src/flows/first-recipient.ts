import type { CurrencyCode } from '../domain/transaction.ts'

/** What every payout's recipient says of its money. */
interface Recipient {
  readonly amount: number
  readonly currency: CurrencyCode
  readonly destination?: CurrencyCode
}

/** The recipient a payout is for; a second one is refused by a business rule (D10). */
export function firstOf<R extends Recipient>({ recipients: [first] }: { readonly recipients: readonly R[] }): R {
  if (!first) throw new Error('The field rules let a payout without recipients pass')
  return first
}

/** The currency the first recipient's money arrives in; null when it is the one it left in (D38). */
export function destinationOf(body: { readonly recipients: readonly Recipient[] }): CurrencyCode | null {
  const { currency, destination = currency } = firstOf(body)
  return destination === currency ? null : destination
}
