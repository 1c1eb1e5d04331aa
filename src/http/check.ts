import type { ZodType } from 'zod'
import { fieldsOf, judgeBody } from '../contract/rules.ts'
import { inputError, pathText, problemsOf } from '../domain/input-error.ts'
import type { Settings } from '../domain/settings.ts'
import { InvalidRequest } from './errors.ts'

/** A body or query as its schema reads it, under the settings of a business. Throws `InvalidRequest` with every message. */
export function check(schema: ZodType, value: Record<string, unknown> | undefined, settings?: Settings): unknown {
  const fields = fieldsOf(schema)
  if (fields !== null && value !== undefined) {
    const judged = judgeBody(fields, value, settings)
    if ('fields' in judged) return judged.fields
    throw new InvalidRequest(judged.messages)
  }
  const checked = schema.safeParse(value, inputError)
  if (checked.success) return checked.data
  throw new InvalidRequest(
    problemsOf(checked.error, schema, 'key').map(({ path, message }) =>
      path.length > 0 ? `${pathText(path)}: ${message}` : message,
    ),
  )
}
