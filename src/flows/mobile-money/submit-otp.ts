import { bindEndpoint, defineEndpoint } from '../../contract/endpoint.ts'
import { field, minLength, notEmpty, required, stringType } from '../../contract/field-rules.ts'
import { namedRequest } from '../../contract/named.ts'
import { bodyOf, type Field } from '../../contract/read-fields.ts'
import { asNow } from '../record.ts'
import type { FlowTools } from '../tools.ts'
import { vary } from '../vary.ts'
import { mobileMoneyCreated } from './record.ts'

/** The body of POST /collections/otp (spec 4.2, D26). */
export const otpRequest = bodyOf({ transactionId: transactionId(), otp: otp() })

/** The transaction that waits for an OTP: sent as `id`, or as `transactionId` where no `id` is given (D7, D26). */
function transactionId(): Field<string> {
  const id = /^[A-Za-z0-9-]{1,64}$/
  const spoken = 'transaction ID'
  const waiting = field<string>('Id of the transaction that waits for the OTP.', [
    required(spoken),
    stringType(spoken),
    notEmpty(spoken),
    {
      message: 'transaction ID must be a valid id',
      fails: (value) => typeof value !== 'string' || !id.test(value),
      jsonSchema: { pattern: id.source },
    },
  ])
  return { ...waiting, sentAs: ['id', 'transactionId'] }
}

/** The one-time password that the customer was sent: a text, so that leading zeros survive (D7, D26). */
function otp(): Field<string> {
  return field('One-time password from the SMS.', [required('OTP'), stringType('OTP'), minLength('OTP')])
}

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
  answer: mobileMoneyCreated.schema,
  refuses: ['not_found'],
  async handle({ key, body: { transactionId, otp }, submitOtp }) {
    const { transaction, settings } = await submitOtp(key, transactionId, otp)
    const record = mobileMoneyCreated.present({ ...asNow(transaction, settings), form: 'create' })
    return { body: vary(record, transaction, settings, 'create') }
  },
})
