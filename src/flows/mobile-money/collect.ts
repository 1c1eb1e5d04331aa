import { defineEndpoint } from '../../contract/endpoint.ts'
import { admitCollection } from '../admission.ts'
import type { FlowTools } from '../tools.ts'
import { presentCreated } from './present.ts'
import { mobileMoneyRequest, toIntent } from './request.ts'

/** Debits a customer's mobile money wallet (spec 4.1). */
export const collectMobileMoney = defineEndpoint<FlowTools>()({
  area: 'service',
  method: 'POST',
  path: '/collections/mobilemoney',
  summary: 'Initiate a mobile money debit',
  body: mobileMoneyRequest,
  async handle({ key, body, header, begin }) {
    const request = { intent: toIntent(body), scenarioHeader: header('x-sandbox-scenario'), admit: admitCollection }
    const { transaction, settings, scenario } = await begin(key, request)
    return {
      body: presentCreated(transaction, settings),
      headers: { 'x-sandbox-scenario': scenario },
    }
  },
})
