import { z } from 'zod'
import { durationForm, durationProblem } from '../../domain/duration.ts'
import { durationRangeForm, durationRangeProblem } from './duration-range.ts'
import { type Says, says, saysDuration, saysText } from './messages.ts'

export const text = z
  .string({ error: saysText })
  .min(1, { error: 'is empty; write some text' })
  .max(200, { error: 'is longer than 200 characters; write less' })

export const oneLine = text.regex(/^[^\r\n]*$/, { error: 'has more than one line; write one' })

/** A part of the webhook's message, which is `code | source | text`. */
export const messagePart = text.regex(/^[^|\r\n]*$/, {
  error: '{value} has a | or a line break, which would break the message apart; leave it out',
})

function timed(form: string, problemOf: (text: string) => string | null) {
  const error = saysDuration(problemOf)
  return z
    .string({ error })
    .regex(new RegExp(`^${form}$`), { error, abort: true })
    .refine((value) => problemOf(value) === null, { error, abort: true })
}

export const duration = timed(durationForm, durationProblem)

export const span = duration.regex(/[1-9]/, { error: '{value} is zero; write a longer one such as 30s' })

export const durationRange = timed(durationRangeForm, durationRangeProblem)

/** A number from 0 to `most` with at most `places` decimals; `error` is its message. */
export function decimal(most: number, places: number, error: Says) {
  const form = new RegExp(`^\\d+(\\.\\d{1,${places}})?$`)
  return z
    .number({ error })
    .min(0, { error, abort: true })
    .max(most, { error, abort: true })
    .refine((value) => form.test(String(value)), {
      error: `{value} has more than ${places} decimal places; round it`,
    })
}

const saysPay = says(
  '{value} is not a payment; write an amount such as 5000 or a share such as "60%"',
  'is missing; write an amount such as 5000 or a share such as "60%"',
)

// Virtual accounts are in NGN, which has two decimal places (spec 4.3).
const payAmount = decimal(10 ** 13, 2, saysPay).positive({ error: saysPay })
const payShare = z.string({ error: saysPay }).regex(/^(?!0+(\.0+)?%)\d{1,4}(\.\d{1,2})?%$/, { error: saysPay })

export const pay = z.union([payAmount, payShare], { error: saysPay })

export const otpCode = z.string({ error: saysText }).regex(/^\d{4,10}$/, {
  error: '{value} is not an OTP; write 4 to 10 digits in quotes such as "123456"',
})

const saysAttempts = says('{value} is not a number of attempts; write a whole number from 1 to 100')

/** The number of the wrong OTP that fails the transaction. */
export const otpAttempts = wholeNumber(1, 100, saysAttempts)

export const smsFee = decimal(1000, 2, says('{value} is not a fee in GHS; write an amount from 0 to 1000 such as 0.05'))

export function wholeNumber(least: number, most: number, error = saysWholeNumber(least, most)) {
  return z.int({ error }).min(least, { error }).max(most, { error })
}

function saysWholeNumber(least: number, most: number): Says {
  return says(
    `{value} is not a whole number from ${least} to ${most}; write such a number`,
    `is missing; write a whole number from ${least} to ${most}`,
  )
}
