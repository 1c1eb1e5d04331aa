/**
 * How the value of a field is written: as it is, in other letters and digits (`person`, `text`), as a number whose last digits
 * are others, as an address, as a sentence that can name the customer, as the mode of a key, or field by field.
 */
export type Writing = 'plain' | 'person' | 'text' | 'number' | 'address' | 'sentence' | 'mode' | 'fields' | 'metadata'

/** The fields of the specification, of calls, records, refusals and reads. The values of all others are not written. */
export const allowedFields: Readonly<Record<string, Writing>> = {
  amount: 'plain',
  currency: 'plain',
  network: 'plain',
  accountName: 'person',
  accountNumber: 'number',
  reason: 'text',
  reference: 'plain',
  callbackURL: 'address',
  failureCallbackURL: 'address',
  metadata: 'metadata',
  paylinkId: 'plain',
  channel: 'plain',
  merchantName: 'person',
  email: 'person',
  senderName: 'person',
  recipients: 'fields',
  bank: 'plain',
  destination: 'plain',
  id: 'plain',
  transactionId: 'plain',
  otp: 'plain',
  fee: 'plain',
  status: 'plain',
  type: 'plain',
  customer: 'fields',
  checkout_url: 'address',
  provider_message: 'sentence',
  message: 'sentence',
  telco_response: 'sentence',
  instructions: 'sentence',
  reference_business: 'plain',
  bear_fee: 'plain',
  virtual_account: 'fields',
  bank_name: 'plain',
  account_name: 'person',
  account_number: 'number',
  created_at: 'plain',
  updated_at: 'plain',
  callback_url: 'address',
  api_key: 'mode',
  opening_balance: 'plain',
  closing_balance: 'plain',
  statusCode: 'plain',
  error: 'plain',
  provider_hook_response: 'fields',
  balance: 'plain',
  source: 'plain',
  rate: 'plain',
  destinationAmount: 'plain',
  accountCode: 'plain',
}

/** What the service adds to metadata (spec 2.3); the rest of it is the merchant's. */
export const metadataFields: Readonly<Record<string, Writing>> = {
  smsFee: 'plain',
  transactionAmount: 'plain',
  sender_name: 'person',
  currency_source: 'plain',
  currency_destination: 'plain',
  rate: 'plain',
  rate_amount: 'plain',
}

/** The headers whose values are written. */
export const allowedHeaders: ReadonlySet<string> = new Set(['content-type', 'content-length', 'retry-after'])
