import { z } from 'zod'
import { bodyOf } from '../../contract/body.ts'
import { label } from '../../contract/common-fields.ts'
import { defineEndpoint } from '../../contract/endpoint.ts'
import { answerObject } from '../../contract/named.ts'
import { queriedCurrency } from '../../contract/query-fields.ts'
import { madeUpName } from '../../domain/names.ts'
import { normalisePhone } from '../../domain/phone.ts'
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
    const { homeCountries: homes } = store.business(key).settings
    // Bank codes of digits name no network, so what looks like a phone number is none there.
    const isBank = /^\d+$/.test(accountCode)
    const mobile = isBank ? null : normalisePhone(accountNumber, currency, { homes, network: accountCode })
    // D29: a mobile number has one owner, however it is written.
    const reference = mobile?.international ?? `${currency} ${accountCode} ${accountNumber}`
    return { body: { accountName: await madeUpName({ seed, key, reference }), accountNumber } }
  },
})
