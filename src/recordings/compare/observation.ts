import { isObject } from '../../domain/json.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { RecordedTransaction } from '../read/transactions.ts'
import type { DecisionKey } from './decisions.ts'
import type { PlainSetting } from './plain-settings.ts'

/** One thing that the recording shows, beside what the sandbox does. */
export interface Observation {
  /** Null if no decision is about it. */
  readonly decision: DecisionKey | null
  readonly what: string
  readonly recorded: unknown
  readonly own: unknown
  /** Default: both are equal. Null: it only names a setting. */
  readonly isSame?: boolean | null | undefined
  /** The setting that the recording names. */
  readonly names?: NamedSetting | null | undefined
  /** A value that a person writes as a setting. */
  readonly says?: SaidSetting | null | undefined
  /** Later differences of the transaction follow from its status; a fee follows from its amount. */
  readonly causes?: 'status' | 'amount' | undefined
  /** One transaction alone can have been ended by hand: it is a difference only if another one agrees. */
  readonly needsTwo?: true
}

/** A value that a person writes as a setting. */
export interface SaidSetting {
  readonly setting: string
  readonly value: string
}

export interface NamedSetting {
  readonly setting: PlainSetting
  /** One of the things for each of which the setting has a value, such as a network. */
  readonly part?: string
  readonly value: unknown
}

/** What an observation is about. */
export interface ObservationSubject {
  readonly entry: RecordedEntry
  readonly transaction: RecordedTransaction | null
}

/** A value that is described, not shown. */
export interface DescribedValue {
  readonly described: string
}

export function described(text: string): DescribedValue {
  return { described: text }
}

/** True for a value as a message has it. */
export function isWritten(value: unknown): boolean {
  return value !== undefined && !(isObject(value) && typeof value.described === 'string')
}

/** Formats a value as a table shows it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'no such field'
  const text = isObject(value) && typeof value.described === 'string' ? value.described : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** True for equal JSON values; the order of keys does not matter. */
export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}
