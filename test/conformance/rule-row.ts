import type { Body } from '../support/requests.ts'

/** One rule of a field: its message, what breaks it, and where it comes from. */
export interface RuleRow {
  /** The rule's place in its field; rows of one place are forms of one message. */
  readonly rule: number
  readonly message: string
  /** Values that break it, `undefined` being a field that is left out. */
  readonly broken: readonly unknown[]
  /** Currencies that stand beside the value, each in turn; the valid request's own where not given. */
  readonly beside?: readonly string[]
  /** The places of all rules of the field that such a value breaks (D6). */
  readonly fails: readonly number[]
  readonly source: string
}

/** A line of a table of rules, in the order of the columns of docs/conformance.md. */
export function rule(
  place: number,
  message: string,
  broken: readonly unknown[],
  fails: readonly number[],
  source: string,
  beside?: readonly string[],
): RuleRow {
  return { rule: place, message, broken, fails, source, ...(beside && { beside }) }
}

export interface FieldRow {
  /** `recipients[].amount` is the amount of a recipient; `id or transactionId` is sent under either name. */
  readonly field: string
  readonly given: Given
  readonly rules: readonly RuleRow[]
}

export type Given = 'required' | 'optional' | 'required, but optional under strictTestAccounts'

const inRecipient = 'recipients[].'

function keysOf(field: string): readonly string[] {
  return field.replace(inRecipient, '').split(' or ')
}

export function withField(form: Body, field: string, value: unknown, currency?: string): Body[] {
  const beside = currency === undefined ? {} : { currency }
  const left = Object.fromEntries(keysOf(field).map((key) => [key, undefined]))
  return keysOf(field).map((key) => {
    const change = { ...left, ...beside, [key]: value }
    const [recipient] = field.startsWith(inRecipient) && Array.isArray(form.recipients) ? form.recipients : []
    return recipient ? { ...form, recipients: [{ ...recipient, ...change }] } : { ...form, ...change }
  })
}

/** A valid form with each value that breaks a rule of a field, under each of its names and beside each currency. */
export function formsThatBreak(form: Body, field: string, row: RuleRow): Body[] {
  const currencies: readonly (string | undefined)[] = row.beside ?? [undefined]
  return currencies.flatMap((currency) => row.broken.flatMap((value) => withField(form, field, value, currency)))
}

export function messagesOf(rules: readonly RuleRow[], row: RuleRow): string[] {
  return row.fails.map((place) => {
    const found = place === row.rule ? row : rules.find(({ rule }) => rule === place)
    if (!found) throw new Error(`The row of "${row.message}" names rule ${place}, which the field does not have`)
    return found.message
  })
}
