import { bodyUnder } from '../../contract/body-under.ts'
import { defineEndpoint } from '../../contract/endpoint.ts'
import { namedRequest } from '../../contract/named.ts'
import { mobileMoneyCreated } from '../../contract/record-schema.ts'
import { choosesScenario } from '../../contract/scenario-header.ts'
import { admitCollection } from '../admission.ts'
import { answerCreate } from '../answer-create.ts'
import type { FlowTools } from '../tools.ts'
import { presentCreated } from './present.ts'
import { mobileMoneyRequest, toIntent } from './request.ts'

/** Debits a customer's mobile money wallet (spec 4.1). */
export const collectMobileMoney = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Collections',
  method: 'POST',
  path: '/collections/mobilemoney',
  name: 'collectMobileMoney',
  summary: 'Initiate a mobile money debit',
  ...choosesScenario,
  body: namedRequest('MobileMoneyCollectionRequest', mobileMoneyRequest()),
  bodyUnder: bodyUnder(({ homeCountries }) => mobileMoneyRequest(homeCountries)),
  answer: mobileMoneyCreated,
  handle({ key, settings, body, header, begin }) {
    const intent = toIntent(body, settings.homeCountries)
    return answerCreate({ key, header, begin, intent, admit: admitCollection, present: presentCreated })
  },
})
