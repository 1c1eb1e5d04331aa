import { z } from 'zod'
import { isObject } from '../domain/json.ts'
import { field, type Note, noteOf, type RawBody, type Rule, type RuleBeside, rulesOf, withRules } from './field.ts'
import { parseWithoutError } from './tuned-parse.ts'

type Fields = Readonly<Record<string, z.ZodType>>
type ShapeOf<F extends Fields> = {
  readonly [Name in keyof F]-?: undefined extends F[Name] ? z.ZodOptional<Exclude<F[Name], undefined>> : F[Name]
}

/** The schema of an object from its fields, in the order of the specification's tables: every message in that order (D6). */
export function bodyOf<F extends Fields>(fields: F): z.ZodObject<ShapeOf<F>> {
  const shape = fields as unknown as ShapeOf<F>
  const beside = Object.entries(fields).flatMap(([name, schema]) => {
    const { own, beside } = rulesOf(schema)
    const isOptional = schema instanceof z.ZodOptional
    return beside.map((rule, index) => checkBeside({ name, isOptional, rule, place: own.length + index }))
  })
  const names = Object.keys(fields)
  return z.object(shape).check(
    ...beside,
    z.check(({ issues }) => {
      if (issues.length > 1) issues.sort(byFieldAndRule(names))
    }),
  )
}

function byFieldAndRule(names: readonly string[]) {
  const place = ({ path = [] }: z.core.$ZodRawIssue) => names.indexOf(String(path[0]))
  return (one: z.core.$ZodRawIssue, other: z.core.$ZodRawIssue) =>
    place(one) - place(other) || noteOf(one).rule - noteOf(other).rule
}

/** A list of objects: its own rules, then those of the objects in it. */
export function objectList<Element extends z.ZodObject>(description: string, own: readonly Rule[], element: Element) {
  type List = readonly [z.output<Element>, ...z.output<Element>[]]
  const list = field<List>(description, own).check(eachOf(element, own.length))
  list.register(z.globalRegistry, {
    get items() {
      return z.toJSONSchema(element, { io: 'input' })
    },
  })
  return withRules(list, { own, beside: [], element })
}

export function readObject(schema: z.ZodType, sent: RawBody): z.core.ParsePayload {
  return parseWithoutError(schema, given(sent))
}

/** The given fields: null counts as not given, and so does an empty callbackURL, which some SDKs send (D6). */
function given(sent: RawBody): RawBody {
  const isMissing = (name: string) => sent[name] === null || (name === 'callbackURL' && sent[name] === '')
  if (!Object.keys(sent).some(isMissing)) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isMissing(name)))
}

/** Reads every object of a list. A message of several objects appears once, in the order of the fields (D6). */
function eachOf(element: z.ZodObject, rule: number) {
  const order = byFieldAndRule(Object.keys(element.shape))
  return z.check<unknown>((payload) => {
    const objects = Array.isArray(payload.value) ? payload.value.filter(isObject) : []
    const broken = new Map<string | undefined, z.core.$ZodRawIssue>()
    payload.value = objects.map((object) => {
      const { value, issues } = readObject(element, object)
      for (const issue of issues) if (!broken.has(issue.message)) broken.set(issue.message, issue)
      return value
    })
    for (const issue of [...broken.values()].sort(order)) {
      payload.issues.push({ ...issue, path: [], params: { ...noteOf(issue), rule } })
    }
  })
}

interface Beside {
  readonly name: string
  readonly isOptional: boolean
  readonly rule: RuleBeside<unknown>
  readonly place: number
}

function checkBeside({ name, isOptional, rule: { message, read, hint }, place }: Beside) {
  return z.check<Record<string, unknown>>(({ value: fields, issues }) => {
    const value = fields[name]
    if (isOptional && value === undefined) return
    const found = read(value, fields)
    if (found === null) {
      const params: Note = { rule: place, hint: hint?.(value, fields) ?? null }
      issues.push({ code: 'custom', message: message(fields), input: fields, path: [name], params, continue: true })
    } else if (found !== undefined) fields[name] = found
  })
}
