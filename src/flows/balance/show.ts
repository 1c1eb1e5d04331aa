import { defineEndpoint } from '../../contract/endpoint.ts'
import { toMajor } from '../../domain/money.ts'
import type { FlowTools } from '../tools.ts'

/** The merchant's wallets, one for each enabled currency, in major units (D22, D29). */
export const showBalance = defineEndpoint<FlowTools>()({
  area: 'service',
  method: 'GET',
  path: '/balance',
  summary: 'Balances of the wallets',
  handle({ key, store }) {
    const { currencies } = store.business(key).settings
    const balanceOf = (currency: (typeof currencies)[number]) => store.wallet(key, currency).balanceMinor
    return { body: currencies.map((currency) => ({ currency, balance: toMajor(balanceOf(currency), currency) })) }
  },
})
