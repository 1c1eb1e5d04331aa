import { z } from 'zod'
import { type ErrorCode, errorStatuses } from '../../domain/refused.ts'
import { namedAnswer } from '../named.ts'

/** The shapes in which the service and the sandbox's own API refuse (spec 7.2, D8, D10, D31). */

const fieldErrors = errorObject('FieldErrors', 'Fields that broke rules (D6).', {
  statusCode: z.literal(400),
  error: z.literal('Bad Request'),
  message: z.array(z.string()).min(1).describe('Every failed rule of every field.'),
})
const fieldErrorList = namedAnswer(
  'FieldErrorList',
  z
    .array(errorObject('FieldError', 'One failed rule.', { message: z.string() }))
    .min(1)
    .describe('The same under the setting `validationShape: list` (D8).'),
)

/** One sentence, in the three keys of all single errors of the service. */
export const serviceError = errorObject('ServiceError', 'A single-message error.', {
  statusCode: z.int().min(400).max(599),
  message: z.string(),
  error: z.string().describe("The status' name."),
  provider_hook_response: z
    .looseObject({ status: z.string(), message: z.string() })
    .optional()
    .describe('Only when the provider of virtual accounts is down (D31).'),
})

export const badRequest = namedAnswer(
  'BadRequest',
  z.union([fieldErrors, fieldErrorList, serviceError]).describe('Fields that broke rules, or a business rule.'),
)

/** Every error under /_sandbox, and of a Host that the sandbox does not answer to. */
export const sandboxError = errorObject('SandboxError', "An error of the sandbox's own API.", {
  error: z.strictObject({
    code: z.enum(Object.keys(errorStatuses) as ErrorCode[]).describe('What kind of refusal it is.'),
    message: z.string().describe('What is wrong.'),
    hint: z.string().optional().describe('How to mend it.'),
  }),
})

function errorObject<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return namedAnswer(id, z.strictObject(shape).describe(description))
}
