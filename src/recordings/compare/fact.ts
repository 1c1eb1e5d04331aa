import type { Entry } from '../read/recording.ts'
import type { Decision } from './rows.ts'

/** What the recording says about a setting. */
export type Vote =
  | {
      readonly setting: 'createdStatus' | 'validationShape' | 'bearFee' | 'signatureHeader' | 'webhookSecret'
      readonly value: unknown
    }
  | {
      readonly setting: 'partialPayments' | 'lateTransfers' | 'networkMismatch' | 'strictTestAccounts'
      readonly value: unknown
    }
  | {
      readonly setting: 'accountLifetime' | 'timeout' | 'currencies' | 'rateForm' | 'keys'
      readonly value: unknown
    }
  | { readonly setting: 'amountPlaces'; readonly value: 'shortest' | 'full' }
  | { readonly setting: 'amounts'; readonly form: Form; readonly value: 'number' | 'string' }
  | { readonly setting: 'customerNumbers'; readonly form: Form; readonly value: 'local' | 'international' }
  /** Percents that give the fee, after rounding. */
  | { readonly setting: 'fees'; readonly flow: string; readonly least: number; readonly most: number }
  | { readonly setting: 'smsOtp' | 'networks'; readonly network: string; readonly value: boolean }
  | LimitVote
  | { readonly setting: 'homeCountries'; readonly currency: string; readonly value: string }
  | { readonly setting: 'rate'; readonly source: string; readonly destination: string; readonly value: number }
  | { readonly setting: 'retry'; readonly gaps: readonly number[]; readonly isAll: boolean }
  | { readonly setting: 'results'; readonly name: string; readonly value: WrittenResult }

export interface LimitVote {
  readonly setting: 'limits'
  readonly flow: string
  readonly network: string
  readonly currency: string
  readonly end: 'min' | 'max'
  readonly value: number
}

/** Of an answer to a create call, or of webhooks and status queries. */
export type Form = 'create' | 'final'

export interface WrittenResult {
  readonly code: string
  readonly source: string
  readonly text: string
  readonly telcoResponse: string | null
  readonly providerMessage: string
}

/** One thing that the recording shows, beside what the sandbox does. */
export interface Fact {
  /** The API key of the business. */
  readonly key: string
  /** Null if no decision is about it. */
  readonly decision: Decision | null
  readonly what: string
  readonly entry: Entry
  readonly isSame: boolean
  /** Both empty if they are the same. */
  readonly real: string
  readonly own: string
  /** The decision that this difference is a consequence of. */
  readonly follows: Decision | 'unknown' | null
  readonly vote: Vote | null
}

export type Stated = Omit<Fact, 'key' | 'entry' | 'follows' | 'vote' | 'real' | 'own'> & {
  readonly real: unknown
  readonly own: unknown
  readonly vote?: Vote | null
  /** What other values follow from. */
  readonly of?: 'status' | 'amount'
}

/** Formats a value as a table shows it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'no such field'
  const text = typeof value === 'symbol' ? (value.description ?? '') : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
