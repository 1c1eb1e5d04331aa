import { type Body, without } from './requests.ts'

/** The messages a field answers for each kind of value, in their order (D6, D7); none: the value is accepted. */
interface Row {
  readonly absent: readonly string[]
  readonly wrongType: readonly string[]
  readonly empty: readonly string[]
  readonly blank: readonly string[]
}

const notString = [7, 0, true, false, [], ['a'], {}]

/** Values of a wrong type, by field; where not named here, whatever is not a string. */
const wrongTypes: Readonly<Record<string, readonly unknown[]>> = {
  amount: ['10', true, false, [], [10], {}],
  metadata: ['{}', 7, 0, true, false, [], [{}]],
}

/** D6's table written out with D7's messages: the fields of collections, each beside fields that are valid. */
export const truthTable = {
  amount: {
    absent: ['amount is required', 'amount must be a valid number', 'amount must be greater than 0'],
    wrongType: ['amount must be a valid number', 'amount must be greater than 0'],
    empty: ['amount must be a valid number', 'amount must be greater than 0'],
    blank: ['amount must be a valid number', 'amount must be greater than 0'],
  },
  currency: {
    absent: ['currency is required', 'currency must be a valid string', 'Currency must be a valid currency code'],
    wrongType: ['currency must be a valid string', 'Currency must be a valid currency code'],
    empty: ['Currency must be a valid currency code'],
    blank: ['Currency must be a valid currency code'],
  },
  network: {
    absent: [
      'network is required',
      'network must be a valid string',
      'network cannot be empty',
      'network must be at least 1 character long',
    ],
    wrongType: ['network must be a valid string', 'network must be at least 1 character long'],
    empty: ['network cannot be empty', 'network must be at least 1 character long'],
    blank: [],
  },
  accountName: {
    absent: ['accountName is required', 'accountName must be a valid string', 'accountName cannot be empty'],
    wrongType: ['accountName must be a valid string'],
    empty: ['accountName cannot be empty'],
    blank: ['accountName cannot be empty'],
  },
  accountNumber: {
    absent: ['accountNumber is required', 'accountNumber must be a valid string', 'accountNumber cannot be empty'],
    wrongType: ['accountNumber must be a valid string'],
    empty: ['accountNumber cannot be empty'],
    blank: ['accountNumber cannot be empty'],
  },
  reason: {
    absent: [
      'reason is required',
      'reason must be a valid string',
      'reason cannot be empty',
      'reason must be at least 1 character long',
    ],
    wrongType: ['reason must be a valid string', 'reason must be at least 1 character long'],
    empty: ['reason cannot be empty', 'reason must be at least 1 character long'],
    blank: [],
  },
  reference: {
    absent: ['reference is required', 'reference must be a valid string', 'reference cannot be empty'],
    wrongType: ['reference must be a valid string'],
    empty: ['reference cannot be empty'],
    blank: ['reference cannot be empty'],
  },
  callbackURL: {
    absent: [],
    wrongType: ['callbackURL must be a valid string', 'Callback URL must be a valid URL'],
    empty: [],
    blank: ['Callback URL must be a valid URL'],
  },
  metadata: {
    absent: [],
    wrongType: ['metadata must be a valid object'],
    empty: ['metadata must be a valid object'],
    blank: ['metadata must be a valid object'],
  },
  paylinkId: {
    absent: [],
    wrongType: ['paylinkId must be a valid UUID'],
    empty: ['paylinkId must be a valid UUID'],
    blank: ['paylinkId must be a valid UUID'],
  },
  channel: {
    absent: [],
    wrongType: ['channel must be a valid string', 'channel must be a valid transaction channel'],
    empty: ['channel must be a valid transaction channel'],
    blank: ['channel must be a valid transaction channel'],
  },
  merchantName: { absent: [], wrongType: ['merchant name must be a valid string'], empty: [], blank: [] },
  email: {
    absent: [],
    wrongType: ['email must be a valid string', 'Email must be a valid email address'],
    empty: ['Email must be a valid email address'],
    blank: ['Email must be a valid email address'],
  },
  failureCallbackURL: { absent: [], wrongType: ['failureCallbackURL must be a valid string'], empty: [], blank: [] },
} as const satisfies Readonly<Record<string, Row>>

/** The truth table of accountNumber where it is a mobile money number. */
export const mobileNumberRow = {
  absent: [...truthTable.accountNumber.absent, 'accountNumber must be a valid phone number'],
  wrongType: [...truthTable.accountNumber.wrongType, 'accountNumber must be a valid phone number'],
  empty: [...truthTable.accountNumber.empty, 'accountNumber must be a valid phone number'],
  blank: [...truthTable.accountNumber.blank, 'accountNumber must be a valid phone number'],
} as const satisfies Row

/** One body to send, and the whole list of messages it must answer. */
export interface TruthCase {
  readonly what: string
  readonly body: Body
  readonly messages: readonly string[]
}

/** Every kind of value of every field of a table, each in a body that is valid otherwise. */
export function truthCases(table: Readonly<Record<string, Row>>, valid: Body): TruthCase[] {
  return Object.entries(table).flatMap(([field, row]): TruthCase[] => {
    const filled = (value: unknown) => ({ ...valid, [field]: value })
    return [
      { what: `${field} is absent`, body: without(valid, field), messages: row.absent },
      { what: `${field} is null`, body: filled(null), messages: row.absent },
      { what: `${field} is ""`, body: filled(''), messages: row.empty },
      ...[' ', ' \u00a0\u3000 '].map((value) => ({
        what: `${field} is white space, ${JSON.stringify(value)}`,
        body: filled(value),
        messages: row.blank,
      })),
      ...(wrongTypes[field] ?? notString).map((value) => ({
        what: `${field} is ${JSON.stringify(value)}`,
        body: filled(value),
        messages: row.wrongType,
      })),
    ]
  })
}
