import { defineEndpoint } from '../../contract/endpoint.ts'
import { namedRequest } from '../../contract/named.ts'
import { payoutsCreated } from '../../contract/record-schema.ts'
import { choosesScenario } from '../../contract/scenario-header.ts'
import { convert } from '../../domain/rates.ts'
import { admitPayout } from '../admission.ts'
import { answerCreate } from '../answer-create.ts'
import { destinationOf } from '../first-recipient.ts'
import type { FlowTools } from '../tools.ts'
import { presentCreated } from './present.ts'
import { bankPayoutRequest, strictBankPayoutRequest, toIntent } from './request.ts'

/** Sends money from the merchant's wallet to a bank account (spec 4.4). */
export const payBank = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Payouts',
  method: 'POST',
  path: '/disbursements/bank',
  name: 'payBank',
  summary: 'Send a bank payout',
  ...choosesScenario,
  body: namedRequest('BankPayoutRequest', bankPayoutRequest),
  bodyUnder: ({ strictTestAccounts }) => (strictTestAccounts ? strictBankPayoutRequest : bankPayoutRequest),
  answer: payoutsCreated,
  handle({ key, body, header, begin, rates }) {
    const intent = toIntent(body, convert(rates, body.recipients[0], destinationOf(body)))
    return answerCreate({
      key,
      header,
      begin,
      intent,
      admit: admitPayout(body.recipients.length),
      present: presentCreated,
    })
  },
})
