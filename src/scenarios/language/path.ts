/** Where something is in a scenario file: the keys and list positions that lead to it. */
export type Path = readonly PropertyKey[]

/** What stands at a place of some plain data; undefined where nothing does. */
export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => Object(value)[step], data)
}
