import { defineEndpoint } from '../../contract/endpoint.ts'
import { queriedAmount, queriedCurrency } from '../../contract/query-fields.ts'
import { bodyOf } from '../../contract/rules.ts'
import { amountAt, rateBetween } from '../../domain/rates.ts'
import type { FlowTools } from '../tools.ts'

/** What an amount comes to in another currency (D29). */
export const quoteRate = defineEndpoint<FlowTools>()({
  area: 'service',
  method: 'GET',
  path: '/rates',
  summary: 'Exchange rate of a cross-currency payout',
  query: bodyOf({
    source: queriedCurrency('source'),
    destination: queriedCurrency('destination'),
    amount: queriedAmount(),
  }),
  handle({ query: { source, destination, amount: written }, rates }) {
    const amount = Number(written)
    const rate = rateBetween(rates, source, destination)
    return { body: { source, destination, amount, rate, destinationAmount: amountAt(amount, rate, destination) } }
  },
})
