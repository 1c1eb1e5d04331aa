import { z } from 'zod'
import { durationForm, durationProblem } from '../../domain/duration.ts'
import { durationRangeForm, durationRangeProblem } from './duration-range.ts'
import { says, saysDuration, saysText } from './messages.ts'

/** Text of 1 to 200 characters; `error` judges what is none. */
export function textOr(error: typeof saysText) {
  return z
    .string({ error })
    .min(1, { error: 'is empty; write some text' })
    .max(200, { error: 'is longer than 200 characters; write less' })
}

/** Text of 1 to 200 characters. */
const text = textOr(saysText)

/** Text of one line. */
export const oneLine = text.regex(/^[^\r\n]*$/, { error: 'has more than one line; write one' })

/** A part of the webhook's message, which is `code | source | text`. */
export const messagePart = text.regex(/^[^|\r\n]*$/, {
  error: '{value} has a | or a line break, which would break the message apart; leave it out',
})

/** A duration such as `1m30s`. */
export const duration = z
  .string({ error: saysDuration(durationProblem) })
  .regex(new RegExp(`^${durationForm}$`), { error: saysDuration(durationProblem), abort: true })
  .refine((value) => durationProblem(value) === null, { error: saysDuration(durationProblem), abort: true })

/** A duration longer than 0s. */
export const span = duration.regex(/[1-9]/, { error: '{value} is no time at all; write a longer one such as 30m' })

/** A duration, or a range such as `2s..8s`. */
export const durationRange = z
  .string({ error: saysDuration(durationRangeProblem) })
  .regex(new RegExp(`^${durationRangeForm}$`), { error: saysDuration(durationRangeProblem), abort: true })
  .refine((value) => durationRangeProblem(value) === null, { error: saysDuration(durationRangeProblem) })

const saysPay = says(
  '{value} is not a payment; write an amount such as 5000 or a share such as "60%"',
  'is missing; write an amount such as 5000 or a share such as "60%"',
)

const payAmount = z
  .number({ error: saysPay })
  .positive({ error: saysPay, abort: true })
  .max(10 ** 13, { error: saysPay, abort: true })
  // Virtual accounts are in NGN, which has two decimal places (spec 4.3).
  .refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)), {
    error: '{value} has more than 2 decimal places; round it',
  })

const payShare = z.string({ error: saysPay }).regex(/^(?!0+(\.0+)?%)\d{1,4}(\.\d{1,2})?%$/, { error: saysPay })

/** What a transfer pays: an amount in major units, or a share of the sum asked for. */
export const pay = z.union([payAmount, payShare], { error: saysPay })

/** A one-time password that a scenario names itself. */
export const otpCode = z.string({ error: saysText }).regex(/^\d{4,10}$/, {
  error: '{value} is not an OTP; write 4 to 10 digits in quotes such as "123456"',
})

const saysAttempts = says('{value} is not a number of attempts; write a whole number from 1 to 100')

/** The wrong OTP that is one too many. */
export const otpAttempts = z
  .int({ error: saysAttempts })
  .min(1, { error: saysAttempts })
  .max(100, { error: saysAttempts })

const saysSmsFee = says('{value} is not a fee in GHS; write an amount from 0 to 1000 such as 0.05')

/** What an OTP's SMS costs, in GHS. */
export const smsFee = z
  .number({ error: saysSmsFee })
  .min(0, { error: saysSmsFee, abort: true })
  .max(1000, { error: saysSmsFee, abort: true })
  .refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)), {
    error: '{value} has more than 2 decimal places; round it',
  })

/** A whole number between two bounds. */
export function wholeNumber(least: number, most: number) {
  const error = says(
    `{value} is not a whole number from ${least} to ${most}; write such a number`,
    `is missing; write a whole number from ${least} to ${most}`,
  )
  return z.int({ error }).min(least, { error }).max(most, { error })
}
