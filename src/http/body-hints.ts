import { type FieldEntries, isAbsent, isObject, type RawBody } from '../contract/read-fields.ts'
import { differences } from '../domain/did-you-mean.ts'

/** What helps the developer of a body whose type is not JSON: the service may not read it (D5, D9). */
export function contentTypeHint(type: string | undefined): readonly string[] {
  if (type === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) return []
  return ['the Content-Type is not JSON: send Content-Type: application/json']
}

/** Fields of a body that nobody reads and that are nearly ones that are missing in it (D5). */
export function misnamedFields(fields: FieldEntries, body: RawBody): readonly string[] {
  const hints = new Set<string>()
  const missing = fields.flatMap(([name, { sentAs = [name] }]) =>
    sentAs.some((key) => !isAbsent(body[key])) ? [] : sentAs,
  )
  for (const key in body) {
    if (fields.some(([name, { sentAs = [name] }]) => sentAs.includes(key))) continue
    const meant = missing.find((one) => isNearly(key, one))
    if (meant !== undefined) hints.add(`the field ${key} is not read: did you mean ${meant}?`)
  }
  for (const [name, { elements }] of fields) {
    const list = elements === undefined ? undefined : body[name]
    for (const element of Array.isArray(list) ? list.filter(isObject) : []) {
      for (const hint of misnamedFields(elements ?? [], element)) hints.add(hint)
    }
  }
  return [...hints]
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
