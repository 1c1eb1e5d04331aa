import { otp, transactionId } from '../../contract/otp-fields.ts'
import { bodyOf } from '../../contract/rules.ts'

/** The body of POST /collections/otp (spec 4.2, D26). */
export const otpRequest = bodyOf({ transactionId: transactionId(), otp: otp() })
