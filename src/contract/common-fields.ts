import { z } from 'zod'
import { type CurrencyCode, currencies, currencyCodes, isCurrencyCode } from '../catalogue/currencies.ts'
import { isObject, type JsonObject } from '../domain/json.ts'
import { maxAmount, maxMinor, toMinor } from '../domain/money.ts'
import { foreignCountries, normalisePhone } from '../domain/phone.ts'
import { type Channel, channels } from '../domain/transaction.ts'
import { field, type RawBody, type Rule, type RuleBeside } from './field.ts'
import {
  isSoundJson,
  minLength,
  notEmpty,
  oneOf,
  plainType,
  required,
  stringType,
  validUrl,
  validUuid,
} from './field-rules.ts'
import type { ReadingSettings } from './read-request.ts'

/** The field kit: the fields that collections and payouts share, with the messages of D7. */

/** A required number above 0 that fits the currency in the same object (D7, D12), read as integer minor units. */
export function amount(): z.ZodType<number> {
  const own: Rule[] = [
    required('amount'),
    {
      message: 'amount must be a valid number',
      passes: Number.isFinite,
      jsonSchema: { type: 'number' },
      hint: (value) => (isNumberText(value) ? 'amount is text: send the number without quotes' : null),
    },
    { message: 'amount must be greater than 0', passes: isPositive, jsonSchema: { exclusiveMinimum: 0 } },
  ]
  return field('Amount in major units of the currency.', own, [
    {
      message: (fields) => `amount must have at most ${decimalsOf(fields)} decimal places`,
      read: (value, { currency }) =>
        isPositive(value) && isCurrencyCode(currency) && toMinor(value, currency) === null ? null : undefined,
      hint: (value, { currency }) => (isCurrencyCode(currency) ? sumOfFloatsHint(Number(value), currency) : null),
    },
    {
      message: ({ currency }) =>
        `amount must be less than or equal to ${isCurrencyCode(currency) ? maxAmount(currency) : 0}`,
      read: (value, { currency }) => {
        if (!isPositive(value) || !isCurrencyCode(currency)) return undefined
        return fitsMaximum(value, currency) ? (toMinor(value, currency) ?? undefined) : null
      },
    },
  ])
}

/** A required currency code; `message` is the sentence for a string that is not one (D7: it differs by endpoint). */
export function currency(message = 'Currency must be a valid currency code'): z.ZodType<CurrencyCode> {
  return field('Currency code.', [required('currency'), stringType('currency'), oneOf(currencyCodes, message)])
}

/** A required text of at least one character: network, reason (D7). */
export function filledText(name: string, description: string): z.ZodType<string> {
  return field(description, [required(name), stringType(name), notEmpty(name), minLength(name)])
}

/** A required name or number: white space only counts as empty, control characters are refused (D7, D11). */
export function label(
  name: string,
  description: string,
  more: readonly Rule[] = [],
  beside: readonly RuleBeside<string>[] = [],
): z.ZodType<string> {
  const isGiven = (value: unknown) => value !== undefined && !(typeof value === 'string' && value.trim() === '')
  const notBlank = {
    message: `${name} cannot be empty`,
    passes: isGiven,
    jsonSchema: { minLength: 1, pattern: '\\S' },
  }
  return field(description, [required(name), plainType(name), notBlank, ...more], beside)
}

/** The merchant's unique reference, at most 255 characters (D7). */
export function reference(): z.ZodType<string> {
  const atMost = {
    message: 'reference must be at most 255 characters long',
    passes: (value: unknown) => typeof value !== 'string' || value.length <= 255,
    jsonSchema: { maxLength: 255 },
  }
  return label('reference', "Unique in the merchant's system; a duplicate is rejected.", [atMost])
}

/**
 * A mobile money number in any local or international form, judged only beside a valid currency (D6, D17), and read as its
 * international digits (D16); `whose` begins its description.
 */
export function mobileNumber(whose: string, { homeCountries: homes }: ReadingSettings): z.ZodType<string> {
  const valid: RuleBeside<string> = {
    message: () => 'accountNumber must be a valid phone number',
    read: (value, { currency, network }) => {
      if (!isCurrencyCode(currency)) return undefined
      const number = typeof value === 'string' ? normalisePhone(value, currency, { homes, network }) : null
      return number?.international ?? null
    },
    hint: (value, { currency }) =>
      typeof value === 'string' && isCurrencyCode(currency) ? foreignNumberHint(value, currency) : null,
  }
  return label('accountNumber', `${whose} mobile money number in any local or international format.`, [], [valid])
}

function foreignNumberHint(value: string, currency: CurrencyCode): string | null {
  const countries = foreignCountries(value, currency).map((country) => `${country.name} (${country.currency})`)
  if (countries.length === 0) return null
  return `the accountNumber fits ${countries.join(', ')}, not ${currency}: send the currency of its country, or the number in international digits`
}

/** An optional text; `spoken` is what its messages call it. */
export function optionalText(spoken: string, description: string, ...more: readonly Rule[]) {
  return field<string>(description, [stringType(spoken), ...more]).optional()
}

/** An optional name: control characters are refused (D11). */
export function optionalName(spoken: string, description: string) {
  return field<string>(description, [plainType(spoken)]).optional()
}

/** The webhook address of this transaction: http or https (D7). */
export function callbackURL() {
  const description = 'Final-status webhook address; overrides the business default.'
  return optionalText('callbackURL', description, validUrl('Callback URL'))
}

/** The merchant's own object, stored with the transaction (D11, D23). */
export function metadata() {
  const rule = {
    message: 'metadata must be a valid object',
    passes: (value: unknown) => isObject(value) && isSoundJson(value),
    jsonSchema: { type: 'object', additionalProperties: true },
    hint: noObjectHint,
  }
  return field<JsonObject>('Any object; stored with the transaction.', [rule]).optional()
}

function noObjectHint(value: unknown): string | null {
  if (typeof value === 'string') {
    return /^\s*\{/.test(value) ? 'metadata is text that holds JSON: send the object itself, encoded once' : null
  }
  if (!Array.isArray(value)) return null
  if (value.length > 0) return 'metadata is a list: send an object, such as {"items":[]}'
  return 'metadata is a list: PHP encodes an empty array as a list; cast it to an object, (object) []'
}

/** An associated payment link's id (D7, D40). */
export function paylinkId() {
  return field<string>('Associated payment link.', [validUuid('paylinkId')]).optional()
}

/** A channel override (D7, D40). */
export function channel() {
  return field<Channel>('Transaction channel override.', [
    stringType('channel'),
    oneOf(channels, 'channel must be a valid transaction channel'),
  ]).optional()
}

/** The customer's e-mail address, judged as zod's `z.email()` does (D7); mail servers refuse longer ones. */
export function email() {
  return optionalText('email', "Customer's email address; the specification does not show this field's name (D7).", {
    message: 'Email must be a valid email address',
    passes: (value) => typeof value === 'string' && value.length <= 254 && z.regexes.email.test(value),
  })
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function isNumberText(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim())
}

/** For 0.1 + 0.2, which is 0.30000000000000004: what it was meant to be differs in the last digits. */
function sumOfFloatsHint(value: number, currency: CurrencyCode): string | null {
  const meant = Number(value.toPrecision(12))
  return toMinor(meant, currency) === null ? null : `amount is a sum of floats: round it to ${meant}`
}

function fitsMaximum(value: number, currency: CurrencyCode): boolean {
  return value * 10 ** currencies[currency].decimals <= maxMinor
}

function decimalsOf({ currency }: RawBody): number {
  return isCurrencyCode(currency) ? currencies[currency].decimals : 0
}
