import { z } from 'zod'
import { bodyOf } from '../../contract/body.ts'
import { currencyCode } from '../../contract/currency-code.ts'
import { defineEndpoint } from '../../contract/endpoint.ts'
import { answerObject } from '../../contract/named.ts'
import { queriedAmount, queriedCurrency } from '../../contract/query-fields.ts'
import { amountAt, quotedRate, rateBetween } from '../../domain/rates.ts'
import { beyond } from '../beyond.ts'
import type { FlowTools } from '../tools.ts'

const quote = answerObject('RateQuote', 'What the amount comes to.', {
  source: currencyCode,
  destination: currencyCode,
  amount: z.number().describe('Major units of the source currency.'),
  rate: z
    .number()
    .describe(
      'How much of the weaker currency one of the stronger buys; with `rates: per-source` destination per source.',
    ),
  destinationAmount: z.number().describe('Major units of the destination currency.'),
})

/** Converts an amount to another currency (D29). */
export const quoteRate = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Queries',
  method: 'GET',
  path: '/rates',
  name: 'quoteRate',
  basis: beyond,
  summary: 'Exchange rate of a cross-currency payout',
  query: bodyOf({
    source: queriedCurrency('source'),
    destination: queriedCurrency('destination'),
    amount: queriedAmount(),
  }),
  answer: quote,
  handle({ key, query: { source, destination, amount: written }, rates, store }) {
    const amount = Number(written)
    const rate = quotedRate(rates, { source, destination }, store.business(key).settings.rates)
    const destinationAmount = amountAt(amount, rateBetween(rates, source, destination), destination)
    return { body: { source, destination, amount, rate, destinationAmount } }
  },
})
