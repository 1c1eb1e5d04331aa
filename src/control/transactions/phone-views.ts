import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import { promptStatuses } from '../../domain/phone-screen.ts'
import { time, transactionId } from '../view-parts.ts'

/** A customer's phone. */
export const phoneView = answerObject('Phone', 'What is on a phone, newest first.', {
  prompts: z.array(
    answerObject('Prompt', 'What the network asks the customer.', {
      transactionId,
      text: z.string(),
      status: z.enum(promptStatuses),
    }),
  ),
  messages: z.array(
    answerObject('Message', 'An SMS with an OTP.', { text: z.string(), otp: z.string(), at: time, transactionId }),
  ),
})

/** The OTP that a transaction waits for. */
export const otpView = answerObject('Otp', 'The newest OTP that a transaction still waits for.', {
  otp: z.string(),
  transactionId,
})
