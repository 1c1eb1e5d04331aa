import type { JsonObject } from './json.ts'

interface BodyFaultRow {
  /** What the webhook carries. */
  readonly says: string
  /** False if a receiver cannot read the record: to accept it is a finding. */
  readonly readable: boolean
  /** True if the merchant has no reason to refuse it. */
  readonly sound: boolean
  /** Makes what is sent from the compact JSON of the record. The result is frozen, and signed as it is sent. */
  readonly make: (record: string) => string
}

/** What a scenario's `webhook.body` can be. Language, reference, findings and coverage follow from the rows. */
export const bodyFaults = {
  exact: { says: 'the record', readable: true, sound: true, make: (record) => record },
  truncated: {
    says: 'the first half of the record',
    readable: false,
    sound: false,
    make: (record) => record.slice(0, Math.floor(record.length / 2)),
  },
  'not-json': {
    says: 'a page of HTML',
    readable: false,
    sound: false,
    make: () => '<html><body><h1>502 Bad Gateway</h1></body></html>',
  },
  'other-amount': {
    says: 'the record with ten times the amount',
    readable: true,
    sound: false,
    make: (record) => changed(record, ({ amount }) => ({ amount: tenfold(amount) })),
  },
  'extra-fields': {
    says: 'the record with undocumented fields',
    readable: true,
    sound: true,
    make: (record) => changed(record, () => ({ x_extra: 'text', x_nested: { list: [1, null, true] } })),
  },
  'other-bytes': {
    says: 'the same JSON in other bytes',
    readable: true,
    sound: true,
    make: inOtherBytes,
  },
} as const satisfies Readonly<Record<string, BodyFaultRow>>

export type BodyFault = keyof typeof bodyFaults
export const bodyFaultNames = Object.keys(bodyFaults) as readonly BodyFault[]

export function bodyFaultOf(fault: BodyFault = 'exact'): BodyFaultRow {
  return bodyFaults[fault]
}

/** White space, escaped slashes and letters, and a line feed at the end: what other JSON writers send for the same value. */
function inOtherBytes(record: string): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  const text = JSON.stringify(JSON.parse(record), null, 1)
  return `${text.replaceAll('/', '\\/').replace(/[\u0080-\uffff]/g, escaped)}\n`
}

function changed(record: string, change: (fields: JsonObject) => JsonObject): string {
  const fields: JsonObject = JSON.parse(record)
  return JSON.stringify({ ...fields, ...change(fields) })
}

/** Returns ten times the amount, in the same form. */
function tenfold(amount: JsonObject[string] | undefined): number | string {
  // Rounded to what the finest currency has: binary fractions would leave dust.
  const other = Math.round(Number(amount) * 10_000_000) / 1_000_000
  return typeof amount === 'string' ? String(other) : other
}
