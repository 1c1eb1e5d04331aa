import { differences } from '../domain/did-you-mean.ts'
import { type FieldEntries, isAbsent, isObject, type RawBody } from './read-fields.ts'

/** Hints at fields of a body that are not read, and that are nearly the names of missing ones (D5). */
export function misnamedFields(fields: FieldEntries, body: RawBody): readonly string[] {
  const known = keysOf(fields)
  const unread = Object.keys(body).filter((key) => !known.has(key))
  const hints = unread.length === 0 ? [] : nearMisses(fields, body, unread)
  for (const [name, { elements }] of fields) {
    if (elements === undefined) continue
    const list = body[name]
    for (const element of Array.isArray(list) ? list.filter(isObject) : []) {
      hints.push(...misnamedFields(elements, element))
    }
  }
  return [...new Set(hints)]
}

function nearMisses(fields: FieldEntries, body: RawBody, unread: readonly string[]): string[] {
  const missing = fields.flatMap(([name, { sentAs = [name] }]) =>
    sentAs.some((key) => !isAbsent(body[key])) ? [] : sentAs,
  )
  return unread.flatMap((key) => {
    const meant = missing.find((one) => isNearly(key, one))
    return meant === undefined ? [] : [`the field ${key} is not read: did you mean ${meant}?`]
  })
}

const keysByFields = new WeakMap<FieldEntries, ReadonlySet<string>>()

/** The keys of a body that its fields read; worked out once, since every call asks. */
function keysOf(fields: FieldEntries): ReadonlySet<string> {
  const keys = keysByFields.get(fields) ?? new Set(fields.flatMap(([name, { sentAs = [name] }]) => sentAs))
  keysByFields.set(fields, keys)
  return keys
}

/** True for a name in another spelling (callback_url), or with a slip or two in a long one. */
function isNearly(key: string, name: string): boolean {
  if (!/^[\w.\- ]{1,64}$/.test(key)) return false
  const slips = name.length < 5 ? 0 : name.length < 9 ? 1 : 2
  return differences(plain(key), plain(name)) <= slips
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
