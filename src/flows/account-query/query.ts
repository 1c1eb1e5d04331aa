import { z } from 'zod'
import { bankHint } from '../../catalogue/banks.ts'
import { countryNamedBy, isKnownNetwork } from '../../catalogue/networks.ts'
import { bodyOf } from '../../contract/body.ts'
import { label } from '../../contract/common-fields.ts'
import { defineEndpoint } from '../../contract/endpoint.ts'
import { answerObject } from '../../contract/named.ts'
import { queriedCurrency } from '../../contract/query-fields.ts'
import { madeUpName } from '../../domain/names.ts'
import { normalisePhone, type PhoneNumber, whyNoNumberOf } from '../../domain/phone.ts'
import { refuse } from '../../domain/rejection.ts'
import { beyond } from '../beyond.ts'
import type { FlowTools } from '../tools.ts'

const holder = answerObject('AccountHolder', 'Who holds the account.', {
  accountName: z.string(),
  accountNumber: z.string(),
})

export const queryAccount = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Queries',
  method: 'GET',
  path: '/accountquery',
  name: 'queryAccount',
  basis: beyond,
  summary: "An account holder's name",
  query: bodyOf({
    currency: queriedCurrency('currency'),
    accountCode: label('accountCode', 'Bank or network code.'),
    accountNumber: label('accountNumber', 'Number of the account.'),
  }),
  answer: holder,
  async handle({ key, query: { currency, accountCode, accountNumber }, seed, store }) {
    const { homeCountries: homes, networkMismatch } = store.business(key).settings
    // Bank codes of digits name no network, so what looks like a phone number is none there.
    const isBank = /^\d+$/.test(accountCode)
    const mobile = isBank ? null : normalisePhone(accountNumber, currency, { homes, network: accountCode })
    const mismatch = mobile && networkMismatch !== 'ignore' ? whyMismatched(accountCode, mobile) : null
    if (mismatch !== null && networkMismatch === 'reject') {
      throw refuse('network_mismatch', { currency, network: accountCode }).with({ hints: [mismatch] })
    }
    // D29: a mobile number has one owner, however it is written.
    const reference = mobile?.international ?? `${currency} ${accountCode} ${accountNumber}`
    const hints = [mismatch, currency === 'NGN' ? bankHint(accountCode) : null].filter((hint) => hint !== null)
    return { body: { accountName: await madeUpName({ seed, key, reference }), accountNumber }, hints }
  },
})

/** Any other code may be a bank's, whose account numbers can look like phone numbers (D32). */
function whyMismatched(code: string, { international }: PhoneNumber): string | null {
  const isNetwork = isKnownNetwork(code) || countryNamedBy(code) !== undefined
  return isNetwork ? whyNoNumberOf(code, international) : null
}
