import type { CurrencyCode } from '../catalogue/currencies.ts'
import { codesOf, type Network, networkOf } from '../catalogue/networks.ts'
import type { SandboxMs } from './clock.ts'
import type { JsonObject } from './json.ts'
import type { Plan, Result } from './plan.ts'

export type { CurrencyCode } from '../catalogue/currencies.ts'

/** The service's flows, by the names that scenarios and the control API use. */
export const flows = ['mobile-money', 'virtual-account', 'bank-payout', 'mobile-money-payout'] as const
export type Flow = (typeof flows)[number]

/** What a payment travels through (D7). */
export const channels = ['MOMO', 'BANK'] as const
export type Channel = (typeof channels)[number]

/** Spec 3. */
export const statuses = ['INITIATED', 'PENDING', 'COMPLETED', 'FAILED'] as const
export type Status = (typeof statuses)[number]
export const finalStatuses = ['COMPLETED', 'FAILED'] as const satisfies readonly Status[]
export type FinalStatus = (typeof finalStatuses)[number]

/** Who bears the fee of a transaction (D20). */
export const feeBearers = ['customer', 'business'] as const
export type FeeBearer = (typeof feeBearers)[number]

/** The merchant's fields that have no visible effect in the specification, kept and shown by the control API (D40). */
export interface Extras {
  readonly paylinkId?: string
  readonly merchantName?: string
  readonly email?: string
  readonly failureCallbackURL?: string
}

/** The fields of a request that are kept and shown by the control API only (D40). */
export function extrasOf(body: { readonly [Name in keyof Extras]?: string | undefined }): Extras {
  const { paylinkId, merchantName, email, failureCallbackURL } = body
  return {
    ...(paylinkId === undefined ? {} : { paylinkId }),
    ...(merchantName === undefined ? {} : { merchantName }),
    ...(email === undefined ? {} : { email }),
    ...(failureCallbackURL === undefined ? {} : { failureCallbackURL }),
  }
}

/** A payout that arrives in another currency than it left in. */
export interface Conversion {
  readonly destination: CurrencyCode
  /** Units of `destination` for one unit of the transaction's currency. */
  readonly rate: number
  /** What arrives, in major units of `destination`. */
  readonly rateAmount: number
}

/** What a create call asked for, checked and normalised: the facts of a transaction that never change. */
export interface Intent {
  readonly flow: Flow
  readonly reference: string
  readonly currency: CurrencyCode
  /** Integer minor units of `currency`: what was asked for. */
  readonly askedMinor: number
  readonly channel: Channel
  readonly network: string
  /** Empty where a payout names none. */
  readonly reason: string
  readonly customer: { readonly accountName: string; readonly accountNumber: string }
  readonly metadata: JsonObject
  readonly callbackUrl: string | null
  readonly extras: Extras
  /** Null except for a payout that names the currency it arrives in. */
  readonly conversion: Conversion | null
}

/** The account a customer pays into (spec 2.5). */
export interface VirtualAccount {
  readonly bankName: string
  readonly accountName: string
  readonly accountNumber: string
}

/** One transaction as the sandbox keeps it; both wire forms are projections of it (D38). */
export interface Transaction extends Intent {
  readonly id: string
  readonly status: Status
  /** Integer minor units: what was asked for, or for a settled virtual account the sum received. */
  readonly amountMinor: number
  readonly feeMinor: number
  /** The fee's percentage at creation: a setting that changes later concerns later transactions. */
  readonly feePercent: number
  readonly bearFee: FeeBearer
  readonly virtualAccount: VirtualAccount | null
  /** The wallet's balance at creation, in minor units. */
  readonly openingBalanceMinor: number
  readonly result: Result | null
  /** Minor units received so far by a virtual account. */
  readonly receivedMinor: number
  /** Wrong OTPs submitted so far (D26). */
  readonly wrongOtps: number
  /** When the right OTP was submitted; null before, and if none is asked for. */
  readonly otpAcceptedAt: SandboxMs | null
  /** Status queries since it was final; counted only where a webhook waits for them. */
  readonly statusQueries: number
  /** Create calls that came again with its reference and were refused (D14). */
  readonly duplicateCreates: number
  readonly createdAt: SandboxMs
  readonly updatedAt: SandboxMs
  readonly plan: Plan
}

/** True for money that leaves the merchant's wallet: type CREDIT (spec 2.1). */
export function isPayout(flow: Flow): flow is 'bank-payout' | 'mobile-money-payout' {
  return flow === 'bank-payout' || flow === 'mobile-money-payout'
}

/** True for what goes to or comes from a mobile number. */
export function isMobileMoney(flow: Flow): flow is 'mobile-money' | 'mobile-money-payout' {
  return flow === 'mobile-money' || flow === 'mobile-money-payout'
}

/** The network whose number it is, where the request names another one (D32); null where the table cannot say. */
export function otherNetwork({ flow, network, customer }: Intent): Network | null {
  const owner = isMobileMoney(flow) ? networkOf(customer.accountNumber) : undefined
  return owner === undefined || codesOf(owner).includes(network) ? null : owner
}

/** True for a status that is not left again (but see D30, late transfers). */
export function isFinal(status: Status): status is FinalStatus {
  return status === 'COMPLETED' || status === 'FAILED'
}
