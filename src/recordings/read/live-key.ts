import { isObject } from '../../domain/json.ts'
import { boundedJson, boundedParameters } from './bounded.ts'

/** Where a call can have its credential. */
export interface CallCredentials {
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The query. */
  readonly search: string
  /** Null if there is none that can be read. */
  readonly body: string | null
}

const keyName = /^(?:proxy-)?authorization$|(?:^|[-_.])(?:key|token|secret|password)$|apikey$/i
/** `clientSecret`. */
const keyEnding = /[a-z](?:Key|Token|Secret|Password)$/

/** Says where a call has a live key as its credential; null if it has none. */
export function placeOfLiveKey({ headers, search, body }: CallCredentials): string | null {
  const header = headers.find(([name, value]) => isKeyName(name) && isLive(decodedBasic(value)))
  if (header !== undefined) return `the header ${header[0]}`
  return liveIn('parameter', search, boundedParameters(search)) ?? liveIn('field', body ?? '', fieldsIn(body ?? ''))
}

export function isKeyName(name: string): boolean {
  return keyName.test(name) || keyEnding.test(name)
}

type Pairs = readonly (readonly [name: string, value: unknown])[]

/** A text with too many fields has a live key if it has one anywhere. */
function liveIn(what: string, text: string, pairs: Pairs | undefined): string | null {
  if (pairs === undefined) return isLive(text) ? `a ${what}` : null
  const [name] = pairs.find(([one, value]) => isKeyName(one) && isLive(String(value))) ?? []
  return name === undefined ? null : `the ${what} ${name}`
}

function isLive(value: string): boolean {
  return /live_/i.test(value)
}

function decodedBasic(value: string): string {
  const coded = /^Basic +(\S+)/i.exec(value)?.[1]
  return coded === undefined ? value : Buffer.from(coded, 'base64').toString('latin1')
}

/** The fields of a JSON object, or of a form. */
function fieldsIn(body: string): Pairs | undefined {
  if (!/^\s*[{[]/.test(body)) return boundedParameters(body)
  const value = boundedJson(body)
  return value === undefined ? undefined : isObject(value) ? Object.entries(value) : []
}
