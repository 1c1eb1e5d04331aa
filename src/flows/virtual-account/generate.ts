import { namedRequest } from '../../contract/named.ts'
import { collectionBody } from '../collection-body.ts'
import { defineCreate } from '../define-create.ts'
import { virtualAccountCollection, virtualAccountCreated } from './record.ts'
import { toRequest, virtualAccountRequest } from './request.ts'

/** Generates a bank account for one transfer (spec 4.3). */
export const generateVirtualAccount = defineCreate({
  flow: 'virtual-account',
  tag: 'Collections',
  path: '/collections/virtual-account',
  name: 'generateVirtualAccount',
  summary: 'Generate a virtual bank account for a transfer',
  body: namedRequest('VirtualAccountRequest', virtualAccountRequest),
  created: virtualAccountCreated,
  final: virtualAccountCollection,
  toRequest,
  toBody: collectionBody,
})
