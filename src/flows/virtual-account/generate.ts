import { defineEndpoint } from '../../contract/endpoint.ts'
import { namedRequest } from '../../contract/named.ts'
import { virtualAccountCreated } from '../../contract/record-schema.ts'
import { choosesScenario } from '../../contract/scenario-header.ts'
import { admitVirtualAccount } from '../admission.ts'
import { answerCreate } from '../answer-create.ts'
import type { FlowTools } from '../tools.ts'
import { presentCreated } from './present.ts'
import { toIntent, virtualAccountRequest } from './request.ts'

/** Generates a bank account for one transfer (spec 4.3). */
export const generateVirtualAccount = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Collections',
  method: 'POST',
  path: '/collections/virtual-account',
  name: 'generateVirtualAccount',
  summary: 'Generate a virtual bank account for a transfer',
  ...choosesScenario,
  body: namedRequest('VirtualAccountRequest', virtualAccountRequest),
  answer: virtualAccountCreated,
  handle: ({ key, body, header, begin }) =>
    answerCreate({ key, header, begin, intent: toIntent(body), admit: admitVirtualAccount, present: presentCreated }),
})
