import { isObject } from '../../domain/json.ts'
import { isAccepted, jsonOf } from '../read/bodies.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { RecordedCall } from '../read/service-calls.ts'
import { wordsOfPath } from '../read/service-paths.ts'

/** Accepted calls to a path that the sandbox does not have. */
export interface UnknownCalls {
  readonly method: string
  readonly path: string
  readonly request: string
  readonly answer: string
  readonly entries: readonly RecordedEntry[]
}

export function unknownCallsIn(calls: readonly RecordedCall[]): readonly UnknownCalls[] {
  const found = new Map<string, UnknownCalls>()
  for (const { entry, question, path: whole } of calls) {
    if (question.is !== 'unknown' || !isAccepted(entry)) continue
    const path = wordsOfPath(whole.split('?')[0] ?? '')
    const name = `${entry.method} ${path}`
    const shapes = { request: shapeOf(jsonOf(entry.request)), answer: shapeOf(jsonOf(entry.response)) }
    const first = found.get(name) ?? { method: entry.method, path, ...shapes, entries: [] }
    found.set(name, { ...first, entries: [...first.entries, entry] })
  }
  return [...found.values()]
}

/** Formats the names and types in a value: `{id: string, items: [{amount: number}]}`. `record` writes types as `<number>`. */
function shapeOf(value: unknown, depth = 2): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `[${value.length === 0 ? '' : shapeOf(value[0], depth)}]`
  if (typeof value === 'string') return /^<(number|boolean)>$/.exec(value)?.[1] ?? 'string'
  if (!isObject(value)) return value === null ? 'null' : typeof value
  const names = Object.keys(value).slice(0, 20)
  return depth === 0 ? '{…}' : `{${names.map((name) => `${name}: ${shapeOf(value[name], depth - 1)}`).join(', ')}}`
}
