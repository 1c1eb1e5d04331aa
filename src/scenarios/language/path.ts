import type { Path } from '../../yaml/refuse-unreadable.ts'

/** What stands at a place of some plain data; undefined if nothing does. */
export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => Object(value)[step], data)
}
