import type { Body } from '../support/requests.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { callbackURL, channel, email, metadata, mobileNumber, paylinkId, recipients, reference } from './field-rules.ts'
import { amount, currency, destination, recipientCurrency } from './money-rules.ts'
import { queriedAmount, queriedCurrency, queriedLabel, transactionId } from './otp-and-query-rules.ts'
import { type FieldRow, type Given, messagesOf, type RuleRow, withField } from './rule-row.ts'
import { anyText, filledText, label, namedText, unsound, unsoundLabel } from './text-rules.ts'

type Row = readonly [field: string, given: Given, rules: readonly RuleRow[]]

// An optional field may be left out: its first rule has nothing to say (D6).
const reasonWhenGiven = filledText('reason').filter(({ rule }) => rule > 1)
const exceptInTest = 'required, but optional under strictTestAccounts'

const rowsOf: Readonly<Record<EndpointName, readonly Row[]>> = {
  'POST /collections/mobilemoney': [
    ['amount', 'required', amount],
    ['currency', 'required', currency],
    ['network', 'required', filledText('network')],
    ['accountName', 'required', label('accountName')],
    ['accountNumber', 'required', mobileNumber],
    ['reason', 'required', filledText('reason')],
    ['reference', 'required', reference],
    ['callbackURL', 'optional', callbackURL],
    ['metadata', 'optional', metadata],
    ['paylinkId', 'optional', paylinkId],
    ['channel', 'optional', channel],
    ['merchantName', 'optional', anyText('merchant name', unsoundLabel)],
    ['email', 'optional', email],
    ['failureCallbackURL', 'optional', anyText('failureCallbackURL', unsound)],
  ],
  'POST /collections/otp': [
    ['id or transactionId', 'required', transactionId],
    ['otp', 'required', namedText('OTP', unsound)],
  ],
  'POST /collections/virtual-account': [
    ['amount', 'required', amount],
    ['currency', 'required', currency],
    ['network', 'required', filledText('network')],
    ['accountName', 'required', label('accountName')],
    ['accountNumber', 'required', label('accountNumber')],
    ['reason', 'required', filledText('reason')],
    ['reference', 'required', reference],
    ['callbackURL', 'optional', callbackURL],
    ['metadata', 'optional', metadata],
    ['email', 'optional', email],
    ['failureCallbackURL', 'optional', anyText('failureCallbackURL', unsound)],
  ],
  'POST /disbursements/bank': [
    ['senderName', 'required', namedText('sender name', unsoundLabel)],
    ['recipients', 'required', recipients],
    ['recipients[].amount', 'required', amount],
    ['recipients[].currency', 'required', recipientCurrency],
    ['recipients[].bank', 'required', namedText('bank', unsound)],
    ['recipients[].accountName', 'required', label('accountName')],
    ['recipients[].accountNumber', exceptInTest, label('accountNumber')],
    ['recipients[].destination', 'optional', destination],
    ['recipients[].channel', 'optional', channel],
    ['reference', 'required', reference],
    ['reason', 'optional', reasonWhenGiven],
    ['callbackURL', 'optional', callbackURL],
  ],
  'POST /disbursements/mobilemoney': [
    ['recipients', 'required', recipients],
    ['recipients[].amount', 'required', amount],
    ['recipients[].currency', 'required', recipientCurrency],
    ['recipients[].network', 'required', filledText('network')],
    ['recipients[].accountName', 'required', label('accountName')],
    ['recipients[].accountNumber', exceptInTest, mobileNumber],
    ['recipients[].destination', 'optional', destination],
    ['recipients[].channel', 'optional', channel],
    ['reference', 'required', reference],
    ['reason', 'optional', reasonWhenGiven],
    ['callbackURL', 'optional', callbackURL],
  ],
  'GET /payments/{id}': [],
  'GET /balance': [],
  'GET /rates': [
    ['source', 'required', queriedCurrency('source')],
    ['destination', 'required', queriedCurrency('destination')],
    ['amount', 'required', queriedAmount],
  ],
  'GET /accountquery': [
    ['currency', 'required', queriedCurrency('currency')],
    ['accountCode', 'required', queriedLabel('accountCode')],
    ['accountNumber', 'required', queriedLabel('accountNumber')],
  ],
}

export function fieldsOf(endpoint: EndpointName): readonly FieldRow[] {
  return rowsOf[endpoint].map(([field, given, rules]) => ({ field, given, rules }))
}

export const everyRule = (Object.keys(rowsOf) as EndpointName[]).flatMap((endpoint) =>
  fieldsOf(endpoint).flatMap(({ field, rules }) => rules.map((row) => ({ endpoint, field, rules, row }))),
)

/** A valid form whose optional fields are all left out, or null. */
export function bareForm(endpoint: EndpointName, instead: null | undefined = undefined): Body {
  const optional = fieldsOf(endpoint).filter(({ given }) => given === 'optional')
  return optional.reduce<Body>(
    (form, { field }) => withField(form, field, instead)[0] ?? form,
    endpoints[endpoint].full,
  )
}

/** A form that breaks the first rule of every field, and what it answers: without its currency no number is judged (D6). */
export function brokenForm(endpoint: EndpointName): { readonly form: Body; readonly messages: readonly string[] } {
  const fields = fieldsOf(endpoint).filter(({ field }) => field !== 'recipients')
  const breakFirst = (form: Body, { field, rules }: FieldRow) => withField(form, field, rules[0]?.broken[0])[0] ?? form
  const messages = fields.flatMap(({ rules }) => (rules[0] ? messagesOf(rules, rules[0]) : []))
  return {
    form: fields.reduce(breakFirst, endpoints[endpoint].full),
    messages: messages.filter((message) => message !== 'accountNumber must be a valid phone number'),
  }
}
