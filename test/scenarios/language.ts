import { z } from 'zod'
import { fileSchema } from '../../src/scenarios/language/file.ts'

interface Form {
  readonly properties?: Readonly<Record<string, Form>>
  readonly additionalProperties?: Form | boolean
  readonly items?: Form
  readonly anyOf?: readonly Form[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

/**
 * Every key of the language as its path in a file, `scenarios.*.webhook.copies`, and every value that has a name, behind
 * an equals sign: `scenarios.*.webhook.delay=before-reply`. Read from the schema, so that none can be forgotten.
 */
export function language(): readonly string[] {
  return [...new Set(wordsOf(z.toJSONSchema(fileSchema, { io: 'input' }) as Form, ''))].sort()
}

function wordsOf(form: Form, path: string): readonly string[] {
  const { properties = {}, additionalProperties, items, anyOf = [] } = form
  const values = 'const' in form ? [form.const] : (form.enum ?? [])
  const below = (key: string) => (path === '' ? key : `${path}.${key}`)
  return [
    ...values.map((value) => `${path}=${value}`),
    ...Object.entries(properties).flatMap(([key, value]) => [below(key), ...wordsOf(value, below(key))]),
    ...(typeof additionalProperties === 'object' ? wordsOf(additionalProperties, below('*')) : []),
    ...(items === undefined ? [] : wordsOf(items, `${path}[]`)),
    ...anyOf.flatMap((each) => wordsOf(each, path)),
  ]
}
