import type { Path } from '../../yaml/refuse-unreadable.ts'

/** Returns the value at a path of plain data, or undefined. */
export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => Object(value)[step], data)
}
