import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { promptStatuses } from '../../domain/phone-screen.ts'
import { time, transactionId } from '../view-parts.ts'

/** A customer's phone. */
export const phoneView = namedAnswer(
  'Phone',
  z
    .object({
      prompts: z.array(
        namedAnswer(
          'Prompt',
          z
            .object({
              transactionId,
              text: z.string(),
              status: z.enum(promptStatuses),
            })
            .describe('What the network asks the customer.'),
        ),
      ),
      messages: z.array(
        namedAnswer(
          'Message',
          z.object({ text: z.string(), otp: z.string(), at: time, transactionId }).describe('An SMS with an OTP.'),
        ),
      ),
    })
    .describe('What is on a phone, newest first.'),
)

/** The OTP that a transaction waits for. */
export const otpView = namedAnswer(
  'Otp',
  z.object({ otp: z.string(), transactionId }).describe('The newest OTP that a transaction still waits for.'),
)
