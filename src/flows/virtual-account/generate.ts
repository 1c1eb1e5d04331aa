import { defineEndpoint } from '../../contract/endpoint.ts'
import { admitVirtualAccount } from '../admission.ts'
import type { FlowTools } from '../tools.ts'
import { presentCreated } from './present.ts'
import { toIntent, virtualAccountRequest } from './request.ts'

/** Generates a bank account for one transfer (spec 4.3). */
export const generateVirtualAccount = defineEndpoint<FlowTools>()({
  area: 'service',
  method: 'POST',
  path: '/collections/virtual-account',
  summary: 'Generate a virtual bank account for a transfer',
  body: virtualAccountRequest,
  async handle({ key, body, header, begin }) {
    const request = { intent: toIntent(body), scenarioHeader: header('x-sandbox-scenario'), admit: admitVirtualAccount }
    const { transaction, settings, scenario } = await begin(key, request)
    return {
      body: presentCreated(transaction, settings),
      headers: { 'x-sandbox-scenario': scenario },
    }
  },
})
