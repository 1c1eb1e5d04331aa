import { bodyUnder } from '../../contract/body-under.ts'
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
import { mobileMoneyPayoutRequest, toIntent } from './request.ts'

/** Sends money from the merchant's wallet to a mobile money wallet (D28). */
export const payMobileMoney = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Payouts',
  method: 'POST',
  path: '/disbursements/mobilemoney',
  name: 'payMobileMoney',
  summary: 'Send a mobile money payout',
  ...choosesScenario,
  body: namedRequest('MobileMoneyPayoutRequest', mobileMoneyPayoutRequest()),
  bodyUnder: bodyUnder(mobileMoneyPayoutRequest),
  answer: payoutsCreated,
  handle({ key, settings, body, header, begin, rates }) {
    const conversion = convert(rates, body.recipients[0], destinationOf(body))
    const intent = toIntent(body, conversion, settings.homeCountries)
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
