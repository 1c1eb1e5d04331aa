import { z } from 'zod'
import { durationForm, durationProblem, parseDuration } from '../../domain/duration.ts'
import { durationRangeForm, durationRangeProblem, parseDurationRange } from './duration-range.ts'
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

/** As it is written; a member of a union is read after the union, which else hides what is wrong with it. */
export const writtenDuration = timed(durationForm, durationProblem)

/** In milliseconds. */
export const duration = writtenDuration.transform(parseDuration)

/** In milliseconds, never 0. */
export const span = writtenDuration
  .regex(/[1-9]/, { error: '{value} is zero; write a longer one such as 30s' })
  .transform(parseDuration)

export const durationRange = timed(durationRangeForm, durationRangeProblem).transform(parseDurationRange)

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

/** A fixed amount in major units, or a share in hundredths of a percent of the sum asked for. */
export const pay = z
  .union([payAmount, payShare], { error: saysPay })
  .transform((sum) =>
    typeof sum === 'number' ? { amount: sum } : { shareBasisPoints: Math.round(Number(sum.slice(0, -1)) * 100) },
  )

export function wholeNumber(least: number, most: number, error = saysWholeNumber(least, most)) {
  return z.int({ error }).min(least, { error }).max(most, { error })
}

function saysWholeNumber(least: number, most: number): Says {
  return says(
    `{value} is not a whole number from ${least} to ${most}; write such a number`,
    `is missing; write a whole number from ${least} to ${most}`,
  )
}
