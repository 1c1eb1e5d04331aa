import { bindEndpoint, defineEndpoint } from '../../contract/endpoint.ts'
import { namedRequest } from '../../contract/named.ts'
import type { FlowTools } from '../tools.ts'
import { vary } from '../vary.ts'
import { mobileMoneyCreated } from './answer.ts'
import { otpRequest } from './otp-request.ts'
import { presentDebited } from './present.ts'

/** The call of POST /collections/otp. */
export const submitOtp = (tools: FlowTools) => bindEndpoint(endpoint, tools)

/** Submits the one-time password of a mobile money collection, whose debit then goes on (spec 4.2, D26). */
const endpoint = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Collections',
  method: 'POST',
  path: '/collections/otp',
  name: 'submitOtp',
  summary: 'Submit the one-time password of a collection',
  body: namedRequest('OtpRequest', otpRequest),
  answer: mobileMoneyCreated,
  refuses: ['not_found'],
  async handle({ key, body: { transactionId, otp }, submitOtp }) {
    const { transaction, settings } = await submitOtp(key, transactionId, otp)
    return { body: vary(presentDebited(transaction, settings), transaction, settings, 'create') }
  },
})
