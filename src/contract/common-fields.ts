import { z } from 'zod'
import { type CurrencyCode, currencies, currencyCodes, isCurrencyCode } from '../catalogue/currencies.ts'
import type { JsonObject } from '../domain/json.ts'
import { maxAmount, maxMinor, toMinor } from '../domain/money.ts'
import { foreignCountries, normalisePhone } from '../domain/phone.ts'
import type { Settings } from '../domain/settings.ts'
import { type Channel, channels } from '../domain/transaction.ts'
import {
  field,
  isBlank,
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
import { type Field, isAbsent, isOptional, type RawBody, type ReadingRule, type Rule } from './read-fields.ts'

/** The field kit: the fields that collections and payouts share, with the messages of D7. */

/** The same field where it may be left out or null; its rules then judge what is given (D6). */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { ...field, optional: true }
}

/** The same field where a setting of the business lets it be left out. */
export function optionalUnder<T>(isLetOut: (settings: Settings) => boolean, field: Field<T>): Field<T | undefined> {
  return { ...field, optional: (settings) => isOptional(field, settings) || isLetOut(settings) }
}

/** A required number above 0 that fits the currency named in the same body (D7, D12), as integer minor units. */
export function amount(): Field<number> {
  return field('Amount in major units of the currency.', [
    required('amount'),
    {
      message: 'amount must be a valid number',
      fails: (value) => typeof value !== 'number' || !Number.isFinite(value),
      jsonSchema: { type: 'number' },
    },
    {
      message: 'amount must be greater than 0',
      fails: (value) => !isPositive(value),
      jsonSchema: { exclusiveMinimum: 0 },
    },
    {
      message: (body) => `amount must have at most ${decimalsOf(body)} decimal places`,
      read: (value, { currency }) =>
        isPositive(value) && isCurrencyCode(currency) ? toMinor(value, currency) : undefined,
    },
    {
      message: (body) =>
        `amount must be less than or equal to ${isCurrencyCode(body.currency) ? maxAmount(body.currency) : 0}`,
      fails: (value, { currency }) => isPositive(value) && isCurrencyCode(currency) && !fitsMaximum(value, currency),
    },
  ])
}

/** A required currency code; `message` is the sentence for a string that is not one (D7: it differs by endpoint). */
export function currency(message = 'Currency must be a valid currency code'): Field<CurrencyCode> {
  return field('Currency code.', [required('currency'), stringType('currency'), oneOf(currencyCodes, message)])
}

/** A required text of at least one character: network, reason (D7). */
export function filledText(name: string, description: string): Field<string> {
  return field(description, [required(name), stringType(name), notEmpty(name), minLength(name)])
}

/** A required name or number: white space only counts as empty, control characters are refused (D7, D11). */
export function label(
  name: string,
  description: string,
  ...more: readonly (Rule | ReadingRule<string>)[]
): Field<string> {
  return field(description, [
    required(name),
    plainType(name),
    {
      message: `${name} cannot be empty`,
      fails: (value) => isAbsent(value) || isBlank(value),
      jsonSchema: { minLength: 1, pattern: '\\S' },
    },
    ...more,
  ])
}

/** The merchant's unique reference, at most 255 characters (D7). */
export function reference(): Field<string> {
  return label('reference', "Unique in the merchant's system; a duplicate is rejected.", {
    message: 'reference must be at most 255 characters long',
    fails: (value) => typeof value === 'string' && value.length > 255,
    jsonSchema: { maxLength: 255 },
  })
}

/**
 * A mobile money number in any local or international form, judged only beside a valid currency (D6, D17), as its
 * international digits (D16); `whose` begins its description.
 */
export function mobileNumber(whose: string): Field<string> {
  return label('accountNumber', `${whose} mobile money number in any local or international format.`, {
    message: 'accountNumber must be a valid phone number',
    read: (value, { currency, network }, { homeCountries: homes }) => {
      if (!isCurrencyCode(currency)) return undefined
      const number = typeof value === 'string' ? normalisePhone(value, currency, { homes, network }) : null
      return number?.international ?? null
    },
    hint: (value, { currency }) =>
      typeof value === 'string' && isCurrencyCode(currency) ? foreignNumberHint(value, currency) : null,
  })
}

function foreignNumberHint(value: string, currency: CurrencyCode): string | null {
  const countries = foreignCountries(value, currency).map((country) => `${country.name} (${country.currency})`)
  if (countries.length === 0) return null
  return `the accountNumber fits ${countries.join(', ')}, not ${currency}: send the currency of its country, or the number in international digits`
}

/** An optional text whose messages call it `spoken`. */
export function optionalText(spoken: string, description: string, ...more: readonly Rule[]): Field<string | undefined> {
  return field(description, [stringType(spoken), ...more])
}

/** An optional name whose message calls it `spoken`: control characters are refused (D11). */
export function optionalName(spoken: string, description: string): Field<string | undefined> {
  return field(description, [plainType(spoken)])
}

/** The webhook address of this transaction: http or https (D7); SDKs send an empty one for none (D6). */
export function callbackURL(): Field<string | undefined> {
  const description = 'Final-status webhook address; overrides the business default.'
  return { ...optionalText('callbackURL', description, validUrl('Callback URL')), emptyIsNone: true }
}

/** The merchant's own object, stored with the transaction (D11, D23). */
export function metadata(): Field<JsonObject | undefined> {
  const fails = (value: unknown) =>
    typeof value !== 'object' || value === null || Array.isArray(value) || !isSoundJson(value)
  const jsonSchema = { type: 'object', additionalProperties: true }
  return field('Any object; stored with the transaction.', [
    { message: 'metadata must be a valid object', fails, jsonSchema },
  ])
}

/** An associated payment link's id (D7, D40). */
export function paylinkId(): Field<string | undefined> {
  return field('Associated payment link.', [validUuid('paylinkId')])
}

/** A channel override (D7, D40). */
export function channel(): Field<Channel | undefined> {
  return field('Transaction channel override.', [
    stringType('channel'),
    oneOf(channels, 'channel must be a valid transaction channel'),
  ])
}

/** The customer's e-mail address, judged as zod's `z.email()` does (D7); none that mail servers deliver to is longer. */
export function email(): Field<string | undefined> {
  return optionalText('email', "Customer's email address.", {
    message: 'Email must be a valid email address',
    fails: (value) => typeof value !== 'string' || value.length > 254 || !z.regexes.email.test(value),
  })
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function fitsMaximum(value: number, currency: CurrencyCode): boolean {
  return value * 10 ** currencies[currency].decimals <= maxMinor
}

function decimalsOf({ currency }: RawBody): number {
  return isCurrencyCode(currency) ? currencies[currency].decimals : 0
}
