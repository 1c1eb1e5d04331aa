import { z } from 'zod'
import { currencyCode } from '../../contract/currency-code.ts'
import { defineEndpoint } from '../../contract/endpoint.ts'
import { answerList, answerObject } from '../../contract/named.ts'
import { toMajor } from '../../domain/money.ts'
import { beyond } from '../beyond.ts'
import type { FlowTools } from '../tools.ts'

const balances = answerList(
  'Balances',
  'One wallet for each enabled currency.',
  answerObject('Balance', 'What a wallet holds.', {
    currency: currencyCode,
    balance: z.number().describe('Major units.'),
  }),
)

/** The merchant's wallets, one for each enabled currency, in major units (D22, D29). */
export const showBalance = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Queries',
  method: 'GET',
  path: '/balance',
  name: 'showBalance',
  basis: beyond,
  summary: 'Balances of the wallets',
  answer: balances,
  handle({ key, store }) {
    const { currencies } = store.business(key).settings
    const balanceOf = (currency: (typeof currencies)[number]) => store.wallet(key, currency).balanceMinor
    return { body: currencies.map((currency) => ({ currency, balance: toMajor(balanceOf(currency), currency) })) }
  },
})
