import { namedRequest } from '../../contract/named.ts'
import { defineCreate } from '../define-create.ts'
import { mobileMoneyCollection, mobileMoneyCreated } from './record.ts'
import { mobileMoneyRequest, toBody, toRequest } from './request.ts'
import { submitOtp } from './submit-otp.ts'

/** Debits a customer's mobile money wallet (spec 4.1). */
export const collectMobileMoney = defineCreate({
  flow: 'mobile-money',
  tag: 'Collections',
  path: '/collections/mobilemoney',
  name: 'collectMobileMoney',
  summary: 'Initiate a mobile money debit',
  body: namedRequest('MobileMoneyCollectionRequest', mobileMoneyRequest),
  created: mobileMoneyCreated,
  final: mobileMoneyCollection,
  toRequest,
  toBody,
  further: [submitOtp],
})
