import { isObject } from '../../domain/json.ts'
import { jsonOf } from '../read/calls.ts'
import { type Conversation, isAccepted } from '../read/conversation.ts'
import type { Entry } from '../read/recording.ts'

/** Accepted calls to a path that the sandbox does not have. */
export interface UnknownCalls {
  readonly method: string
  readonly path: string
  readonly request: string
  readonly answer: string
  readonly entries: readonly Entry[]
}

export function unknownCalls(conversations: readonly Conversation[]): readonly UnknownCalls[] {
  const found = new Map<string, UnknownCalls>()
  for (const { entry, call } of conversations.flatMap(({ calls }) => calls)) {
    if (call.is !== 'unknown' || !isAccepted(entry)) continue
    const [path = ''] = call.path.split('?')
    const name = `${entry.method} ${withoutIds(path)}`
    const shapes = { request: shapeOf(jsonOf(entry.request)), answer: shapeOf(jsonOf(entry.response)) }
    const first = found.get(name) ?? { method: entry.method, path: withoutIds(path), ...shapes, entries: [] }
    found.set(name, { ...first, entries: [...first.entries, entry] })
  }
  return [...found.values()]
}

/** Parts of a path with digits are ids. */
function withoutIds(path: string): string {
  return path.replaceAll(/\/[^/]*\d[^/]*/g, '/{id}')
}

/** Formats the names and types in a value: `{id: string, items: [{amount: number}]}`. */
function shapeOf(value: unknown, depth = 2): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `[${value.length === 0 ? '' : shapeOf(value[0], depth)}]`
  if (!isObject(value)) return value === null ? 'null' : typeof value
  const names = Object.keys(value).slice(0, 20)
  return depth === 0 ? '{…}' : `{${names.map((name) => `${name}: ${shapeOf(value[name], depth - 1)}`).join(', ')}}`
}
