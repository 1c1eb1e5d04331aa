import { z } from 'zod'
import { bodyOf } from '../../contract/body.ts'
import { bindEndpoint, defineEndpoint } from '../../contract/endpoint.ts'
import { field, type RawBody } from '../../contract/field.ts'
import { minLength, notEmpty, required, stringType } from '../../contract/field-rules.ts'
import { namedRequest } from '../../contract/named.ts'
import { asNow } from '../record.ts'
import type { FlowTools } from '../tools.ts'
import { vary } from '../vary.ts'
import { mobileMoneyCreated } from './record.ts'

const idPattern = /^[A-Za-z0-9-]{1,64}$/
const id = field<string>('Id of the transaction that waits for the OTP.', [
  required('transaction ID'),
  stringType('transaction ID'),
  notEmpty('transaction ID'),
  {
    message: 'transaction ID must be a valid id',
    passes: (value) => typeof value === 'string' && idPattern.test(value),
    jsonSchema: { pattern: idPattern.source },
  },
])
/** A text, so that leading zeros survive (D7, D26). */
const otp = field<string>('One-time password from the SMS.', [required('OTP'), stringType('OTP'), minLength('OTP')])

/** The body of POST /collections/otp (spec 4.2): the id is sent as `id`, or as `transactionId` if there is no `id` (D7, D26). */
export const otpRequest = z
  .preprocess(({ transactionId, ...body }: RawBody) => ({ id: transactionId, ...body }), bodyOf({ id, otp }))
  .meta({
    properties: { id: id.meta(), transactionId: id.meta(), otp: otp.meta() },
    required: ['otp'],
    allOf: [{ anyOf: [{ required: ['id'] }, { required: ['transactionId'] }] }],
  })

export const submitOtp = (tools: FlowTools) => bindEndpoint(endpoint, tools)

/** Submits the one-time password of a mobile money collection, whose debit then goes on (spec 4.2, D26). */
const endpoint = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Collections',
  method: 'POST',
  path: '/collections/otp',
  name: 'submitOtp',
  basis: {
    of: 'seen',
    says: 'The specification names this call without its fields and its answer: `id` and `otp` were seen in public client code, the rest is chosen (D26).',
  },
  summary: 'Submit the one-time password of a collection',
  body: namedRequest('OtpRequest', otpRequest),
  answer: mobileMoneyCreated.schema,
  refuses: ['not_found'],
  async handle({ key, body: { id, otp }, submitOtp }) {
    const { transaction, settings } = await submitOtp(key, id, otp)
    const record = mobileMoneyCreated.present({ ...asNow(transaction, settings), form: 'create' })
    return { body: vary(record, transaction, settings, 'create') }
  },
})
