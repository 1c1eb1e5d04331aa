import type { CurrencyCode, Status } from '../../domain/transaction.ts'

/** The sandbox's record of the money of a run, the oldest first. */
export interface Ledger {
  readonly collections: readonly Collection[]
  readonly payouts: readonly Payout[]
}

interface Moved {
  readonly business: string
  readonly reference: string
  /** Rises with creation in its business. */
  readonly position: number
  readonly currency: CurrencyCode
  readonly customer: Customer
  /** Its next expected event; null at rest. */
  readonly awaits: 'webhook' | 'step' | null
  /** A scenario signed its webhook with another amount. */
  readonly hasOtherAmount: boolean
  /** A webhook made by hand said something that is not so. */
  readonly isMisled: boolean
}

export interface Customer {
  /** In international digits, if it is a phone number. */
  readonly number: string
  /** The same number in local digits; absent if it is not a phone number. */
  readonly local?: string
  /** False: the merchant's books may know the customer by another number. */
  readonly isPhone: boolean
  readonly name: string
}

export interface Collection extends Moved {
  readonly id: string
  readonly status: Status
  readonly askedMinor: number
  /** The amount received, if it is COMPLETED. */
  readonly amountMinor: number
  /** The reply with the number of its virtual account never reached the merchant, so no real customer could pay into it. */
  readonly isNumberLost: boolean
}

export interface Payout extends Moved {
  /** Null for a create call that was refused: nothing was stored. */
  readonly id: string | null
  readonly status: Status | 'refused'
  /** Null if the refused call named no amount that can be read. */
  readonly amountMinor: number | null
  readonly feeMinor: number
}

/** True for the same number, or the same name. */
export function isSameCustomer(one: Customer, other: Customer): boolean {
  return one.number === other.number || one.name.toLowerCase() === other.name.toLowerCase()
}
