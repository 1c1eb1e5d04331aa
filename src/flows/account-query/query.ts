import { z } from 'zod'
import { defineEndpoint } from '../../contract/endpoint.ts'
import { label } from '../../contract/field-rules.ts'
import { answerObject } from '../../contract/named.ts'
import { queriedCurrency } from '../../contract/query-fields.ts'
import { bodyOf } from '../../contract/read-fields.ts'
import { payerName } from '../../domain/names.ts'
import type { FlowTools } from '../tools.ts'

const holder = answerObject('AccountHolder', 'Who holds the account.', {
  accountName: z.string(),
  accountNumber: z.string(),
})

/** Who holds an account at a bank or network (D29): always the same name for the same account. */
export const queryAccount = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Queries',
  method: 'GET',
  path: '/accountquery',
  name: 'queryAccount',
  summary: "An account holder's name",
  query: bodyOf({
    currency: queriedCurrency('currency'),
    accountCode: label('accountCode', 'Bank or network code.'),
    accountNumber: label('accountNumber', 'Number of the account.'),
  }),
  answer: holder,
  async handle({ key, query: { currency, accountCode, accountNumber }, seed }) {
    const reference = `${currency} ${accountCode} ${accountNumber}`
    return { body: { accountName: await payerName({ seed, key, reference }), accountNumber } }
  },
})
