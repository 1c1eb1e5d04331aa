import type { Alias, Pair, ParsedNode, YAMLMap } from 'yaml'
import type { Path } from '../language/path.ts'
import type { Report, Yaml } from './parse-yaml.ts'

/** How many values the aliases of a file may repeat. */
const mostRepeated = 10_000

/** A document as plain data. */
export interface PlainData {
  readonly value: unknown
  /** What each of the document's maps has, by its names: to find places in a large map without a search. */
  readonly entries: ReadonlyMap<ParsedNode, ReadonlyMap<PropertyKey, Entry>>
}

/** A key and its value where they stand. */
export type Entry = Pair<ParsedNode, ParsedNode | null>

/** The plain data of a document; what cannot be read is reported, and some text stands in its place. */
export function plainData(yaml: Yaml, document: ParsedNode, report: Report): PlainData {
  const entries = new Map<ParsedNode, ReadonlyMap<string, Entry>>()
  const anchors = new Map<string, { readonly value: unknown; readonly size: number }>()
  /** How many values were read, and how many of them by an alias. */
  let [size, repeated] = [0, 0]

  const read = (node: ParsedNode | null, path: Path): unknown => {
    if (node === null) return null
    if (yaml.isAlias(node)) return readAlias(node, path)
    const before = size++
    const value = yaml.isMap(node) ? readMap(node, path) : yaml.isSeq(node) ? readList(node.items, path) : node.value
    if (node.anchor !== undefined) anchors.set(node.anchor, { value, size: size - before })
    return value
  }

  const readMap = (node: YAMLMap.Parsed, path: Path): unknown => {
    const map: Record<string, unknown> = {}
    const own = new Map<string, Entry>()
    entries.set(node, own)
    for (const pair of node.items) {
      const { key, value } = pair
      const name = yaml.isScalar(key) ? key.value : null
      const [offset] = key.range
      // Assigning to __proto__ would change an object instead of filling it.
      if (typeof name !== 'string' || name === '__proto__') {
        report(offset, 'has a key that is not a name; write text, in quotes if it is a number', path)
      } else if (own.has(name)) {
        report(offset, 'appears twice; remove one of the two', [...path, name])
      } else {
        own.set(name, pair)
        map[name] = read(value, [...path, name])
      }
    }
    return map
  }

  const readList = (items: readonly ParsedNode[], path: Path): unknown =>
    items.map((item, index) => read(item, [...path, index]))

  const readAlias = ({ source, range: [offset] }: Alias.Parsed, path: Path): unknown => {
    const anchor = anchors.get(source)
    size += anchor?.size ?? 0
    repeated += anchor?.size ?? 0
    if (anchor && repeated <= mostRepeated) return anchor.value
    const message = anchor
      ? 'repeats too much by its aliases; write fewer of them'
      : `YAML reads *${source} as an alias; put it in quotes: "*${source}"`
    report(offset, message, path)
    return 'unread'
  }

  return { value: read(document, []), entries }
}
