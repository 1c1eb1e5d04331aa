import { z } from 'zod'
import type { CurrencyCode } from '../../catalogue/currencies.ts'
import type { OtpPlan } from '../../domain/plan.ts'
import { says, saysText, strictMap } from './messages.ts'
import { decimal, span, wholeNumber } from './values.ts'

/** Only Ghana has the OTP flow (spec 1). */
export const otpCurrency: CurrencyCode = 'GHS'

/** The one-time password of a scenario: who knows it, how many wrong ones fail, when it expires (D26). */
export interface OtpScenario extends OtpPlan {
  /** From creation, in milliseconds. */
  readonly expiresMs: number
}

/** Six digits, three attempts, five minutes (D26); what an SMS costs (D21). */
export const usualOtp: OtpScenario = { code: null, attempts: 3, smsFee: 0.05, expiresMs: 5 * 60_000 }

const code = z.string({ error: saysText }).regex(/^\d{4,10}$/, {
  error: '{value} is not an OTP; write 4 to 10 digits in quotes such as "123456"',
})
const attempts = wholeNumber(1, 100, says('{value} is not a number of attempts; write a whole number from 1 to 100'))
const smsFee = decimal(1000, 2, says('{value} is not a fee in GHS; write an amount from 0 to 1000 such as 0.05'))

const otpMap = strictMap({
  code: code.optional().describe('The password, 4 to 10 digits in quotes. Default: one that follows from the seed.'),
  expires: span.optional().describe('How long it lives, from the create call. Default: 5m.'),
  attempts: attempts.optional().describe('Which wrong password fails the transaction. Default: 3, the third.'),
  smsFee: smsFee.optional().describe('What the SMS costs, in GHS. Default: 0.05.'),
})

export const otpSchema = z
  .union([z.literal(true), otpMap], {
    error: says('must be true or a map with keys such as code, expires, attempts, not {value}'),
  })
  .transform((written): OtpScenario => {
    const { expires = usualOtp.expiresMs, ...given } = written === true ? {} : written
    return {
      code: given.code ?? usualOtp.code,
      attempts: given.attempts ?? usualOtp.attempts,
      smsFee: given.smsFee ?? usualOtp.smsFee,
      expiresMs: expires,
    }
  })
