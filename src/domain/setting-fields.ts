import { z } from 'zod'
import { type CurrencyCode, currencyCodes } from '../catalogue/currencies.ts'
import { codesIn, isKnownNetwork } from '../catalogue/networks.ts'
import { isResultName } from '../catalogue/results.ts'
import { meantInstead } from './did-you-mean.ts'
import { durationProblem, parseDuration } from './duration.ts'
import { ipRangeProblem } from './ip-range.ts'
import { longestAttemptMs } from './plan.ts'
import { webUrl } from './web-url.ts'

/** A text of which `problemOf` says what is wrong, or null. */
export function textWithout(problemOf: (text: string) => string | null) {
  return z.string().superRefine((text, context) => {
    const message = problemOf(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
}

export const durationSetting = textWithout(durationProblem)
export const period = durationSetting.refine((text) => durationProblem(text) !== null || parseDuration(text) > 0, {
  error: 'is zero; write for example 1s or 1m',
})
export const ipRange = textWithout(ipRangeProblem)
/** Text that files, databases and receivers can keep (D11). */
export const text = z.string().refine((value) => value.isWellFormed() && !value.includes('\0'), {
  error: 'has half a surrogate pair or a NUL character, which no receiver can type',
})
export const networkCode = text.min(1, { error: 'is empty; write a network code such as MTN' })
const unknownNetwork = ({ input }: { readonly input: unknown }) =>
  `is an unknown network; ${meantInstead(String(input), codesIn('GH'))}`
export const knownNetwork = z.string().refine(isKnownNetwork, { error: unknownNetwork })
export const url = text.refine((value) => webUrl(value) !== null, { error: 'is not an http or https URL' })
export const code = z.enum(currencyCodes as [CurrencyCode, ...CurrencyCode[]])
export const percent = z.number().min(0).max(100)

/** Networks, or addresses, in one list: each call goes through them. */
export const mostListed = 1000

/** A part of `code | source | text`, which a bar would end. */
const messagePart = text
  .min(1)
  .max(255)
  .refine((value) => !/[|\n\r]/.test(value), { error: 'has a | or a line break' })
const writtenResult = z.strictObject({
  code: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'is not a code; write digits in quotes such as "9100"' })
    .optional(),
  source: messagePart.optional(),
  text: messagePart.optional(),
  telcoResponse: text.max(255).nullable().optional(),
  providerMessage: text.max(255).optional(),
})

export const writtenResults = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, { error: 'is not a name of small letters, digits and underscores' }),
    writtenResult,
  )
  .superRefine((results, context) => {
    for (const [name, { code, source, text }] of Object.entries(results)) {
      const isWhole = isResultName(name) || [code, source, text].every((part) => part !== undefined)
      const message = 'is not a built-in result, so it needs code, source and text'
      if (!isWhole) context.addIssue({ code: 'custom', path: [name], message })
    }
  })

/** Headers that cannot carry a signature: they control the connection, or every webhook has them. */
const takenHeaders =
  /^(?:host|connection|keep-alive|expect|upgrade|te|trailer|transfer-encoding|content-.*|accept-encoding|authorization|user-agent|x-sandbox-.*)$/i
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/, { error: 'is not an HTTP header name' })
  .refine((name) => !takenHeaders.test(name), {
    error: 'is a header that HTTP or the sandbox itself uses; name another',
  })

export const attemptTime = period.refine(
  (text) => durationProblem(text) !== null || parseDuration(text) <= longestAttemptMs,
  {
    error: 'is longer than an attempt can take; write at most 60s',
  },
)
