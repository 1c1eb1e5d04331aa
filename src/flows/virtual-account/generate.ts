import { namedRequest } from '../../contract/named.ts'
import { defineCreate } from '../define-create.ts'
import { virtualAccountCollection, virtualAccountCreated } from './answer.ts'
import { presentCreated, presentFinal } from './present.ts'
import { toRequest, virtualAccountRequest } from './request.ts'

/** Generates a bank account for one transfer (spec 4.3). */
export const generateVirtualAccount = defineCreate({
  flow: 'virtual-account',
  tag: 'Collections',
  path: '/collections/virtual-account',
  name: 'generateVirtualAccount',
  summary: 'Generate a virtual bank account for a transfer',
  body: namedRequest('VirtualAccountRequest', virtualAccountRequest),
  answer: virtualAccountCreated,
  final: virtualAccountCollection,
  toRequest,
  presentCreated,
  presentFinal,
})
