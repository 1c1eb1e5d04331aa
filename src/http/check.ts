import { ZodObject, type ZodType } from 'zod'
import type { $ZodIssue } from 'zod/v4/core'
import { fieldsOf, judgeBody } from '../contract/rules.ts'
import { meantInstead } from '../domain/did-you-mean.ts'
import { inputError } from '../domain/input-error.ts'
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
  throw new InvalidRequest(checked.error.issues.flatMap((issue) => messagesOf(issue, schema)))
}

function messagesOf(issue: $ZodIssue, schema: ZodType): readonly string[] {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0 && schema instanceof ZodObject) {
    return issue.keys.map((key) => `${pathText([key])}: unknown key; ${meantInstead(key, Object.keys(schema.shape))}`)
  }
  const { path, message } = issue
  return [path.length > 0 ? `${pathText(path)}: ${message}` : message]
}

/** Where in a body a problem is; a live key is never echoed (D2). */
function pathText(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).replace(/^live_.*/s, 'live_...')).join('.')
}
