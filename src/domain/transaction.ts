import type { CurrencyCode } from '../catalogue/currencies.ts'
import { definitionOf, type Flow, flowHas } from '../catalogue/flows.ts'
import type { SandboxMs } from './clock.ts'
import type { JsonObject } from './json.ts'
import type { Plan, Result } from './plan.ts'

export type { CurrencyCode } from '../catalogue/currencies.ts'
export { type Flow, flowHas, flows, flowsWith } from '../catalogue/flows.ts'

/** D7. */
export const channels = ['MOMO', 'BANK'] as const
export type Channel = (typeof channels)[number]

/** Spec 3. */
export const statuses = ['INITIATED', 'PENDING', 'COMPLETED', 'FAILED'] as const
export type Status = (typeof statuses)[number]
export const finalStatuses = ['COMPLETED', 'FAILED'] as const satisfies readonly Status[]
export type FinalStatus = (typeof finalStatuses)[number]

/** D20. */
export const feeBearers = ['customer', 'business'] as const
export type FeeBearer = (typeof feeBearers)[number]

/** Fields of a request without an effect. The control API shows them (D40). */
export interface Extras {
  readonly paylinkId?: string
  readonly merchantName?: string
  readonly email?: string
  readonly failureCallbackURL?: string
}

export interface Conversion {
  readonly destination: CurrencyCode
  /** Units of `destination` for one unit of the transaction's currency. */
  readonly rate: number
  /** The amount that arrives, in major units of `destination`. */
  readonly rateAmount: number
}

/** A checked and normalised create call. These fields never change. */
export interface Intent {
  readonly flow: Flow
  readonly reference: string
  readonly currency: CurrencyCode
  /** In minor units of `currency`. */
  readonly askedMinor: number
  readonly channel: Channel
  readonly network: string
  /** Empty if a payout has none. */
  readonly reason: string
  readonly customer: { readonly accountName: string; readonly accountNumber: string }
  readonly metadata: JsonObject
  readonly callbackUrl: string | null
  readonly extras: Extras
  /** Null unless a payout names the currency it arrives in. */
  readonly conversion: Conversion | null
}

/** The account a customer pays into (spec 2.5). */
export interface VirtualAccount {
  readonly bankName: string
  readonly accountName: string
  readonly accountNumber: string
}

/** A stored transaction, the source of both wire forms (D38). */
export interface Transaction extends Intent {
  readonly id: string
  readonly status: Status
  /** In minor units: the amount asked for, or the sum received by a settled virtual account. */
  readonly amountMinor: number
  readonly feeMinor: number
  /** The fee's percentage at creation; later changes of the setting have no effect. */
  readonly feePercent: number
  readonly bearFee: FeeBearer
  readonly virtualAccount: VirtualAccount | null
  /** At creation, in minor units. */
  readonly openingBalanceMinor: number
  readonly result: Result | null
  /** Received so far by a virtual account, in minor units. */
  readonly receivedMinor: number
  /** Wrong OTPs submitted so far (D26). */
  readonly wrongOtps: number
  /** Null before the right OTP is submitted, and if none is needed. */
  readonly otpAcceptedAt: SandboxMs | null
  /** Status queries since the final status, counted only if a webhook waits for them. */
  readonly statusQueries: number
  /** Refused create calls with the same reference (D14). */
  readonly duplicateCreates: number
  readonly createdAt: SandboxMs
  readonly updatedAt: SandboxMs
  readonly plan: Plan
}

/** Returns true for a flow of type CREDIT (spec 2.1). */
export function isPayout(flow: Flow): boolean {
  return definitionOf(flow).direction === 'out'
}

export function isMobileMoney(flow: Flow): boolean {
  return flowHas(flow, 'phone')
}

/** A final status does not change again, except by late transfers (D30). */
export function isFinal(status: Status): status is FinalStatus {
  return status === 'COMPLETED' || status === 'FAILED'
}
