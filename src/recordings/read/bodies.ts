import { isObject, jsonIn } from '../../domain/json.ts'
import type { RecordedMessage } from './recording.ts'

export type Body = Readonly<Record<string, unknown>>

/** Returns the value of a body, or undefined if there is none that can be read. */
export function jsonOf({ body }: Pick<RecordedMessage, 'body'>): unknown {
  return body === null || body === '' ? undefined : jsonIn(body)
}

/** Returns the object in a body, or null. */
export function objectIn(message: Pick<RecordedMessage, 'body'>): Body | null {
  const value = jsonOf(message)
  return isObject(value) ? value : null
}

/** Returns the record in a body: itself, or the one of a list (spec 4.4); else null. */
export function recordIn(message: Pick<RecordedMessage, 'body'>): Body | null {
  const value = jsonOf(message)
  const record = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isObject(record) && 'status' in record && !('statusCode' in record) ? record : null
}

/** Returns the texts with which a record begins that breaks off, before its first list or object; else null. */
export function cutRecordIn({ body }: Pick<RecordedMessage, 'body'>): Body | null {
  const [, begins] = /^\s*\[?\s*\{([^[{]{0,2000})/.exec(body ?? '') ?? []
  if (begins === undefined || /[}\]]$/.test(body?.trimEnd() ?? '')) return null
  const texts = begins.matchAll(/"(\w+)"\s*:\s*"([^"\\]*)"/g)
  return Object.fromEntries([...texts].map(([, name, text]) => [name, text]))
}

/** Returns the text at a path of names, or null. */
export function textAt(body: Body | null, ...names: readonly string[]): string | null {
  const value = names.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), body)
  return typeof value === 'string' ? value : null
}

/** What a create call asks for: the recipient of a payout, or the body itself. */
export function partyIn(asked: Body): Body {
  const [recipient] = Array.isArray(asked.recipients) ? asked.recipients.filter(isObject) : []
  return recipient ?? asked
}

export function isAccepted({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300
}

/** True without an answer of the service itself: none, a fault, or a rate limit. */
export function isFault({ status }: { readonly status: number }): boolean {
  return status === 0 || status === 429 || status >= 500
}
