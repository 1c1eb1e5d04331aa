import type { Document, Node, Pair, ParsedNode, YAMLMap } from 'yaml'

export type Yaml = typeof import('yaml')

/** The keys and positions that lead to a value of a document. */
export type Path = readonly PropertyKey[]

/** Records a problem at an offset of a text. */
export type ReportAt = (offset: number, message: string, path?: Path) => void

/** A document that can become plain data. */
export interface Readable {
  /** The entries of each map by name: a large map is not searched for each key. */
  readonly entries: ReadonlyMap<unknown, ReadonlyMap<PropertyKey, YamlEntry>>
  /** The offset of the first alias, or 0. */
  readonly firstAlias: number
}

export type YamlEntry = Pair<ParsedNode, ParsedNode | null>

/** Reports and removes keys that are not names, repeated keys, and aliases without an anchor before them. */
export function refuseUnreadable(yaml: Yaml, document: Document.Parsed, report: ReportAt): Readable {
  const entries = new Map<unknown, ReadonlyMap<string, YamlEntry>>()
  const anchors = new Set<string>()
  let firstAlias = 0

  const readableEntries = (map: YAMLMap.Parsed, path: Path) => {
    const found = new Map<string, YamlEntry>()
    for (const entry of map.items) {
      const { key } = entry
      const name = yaml.isScalar(key) ? key.value : null
      if (typeof name !== 'string' || name === '__proto__') {
        report(key.range[0], 'has a key that is not a name; write text, in quotes if it is a number', path)
      } else if (found.has(name)) report(key.range[0], 'appears twice; remove one of the two', [...path, name])
      else found.set(name, entry)
    }
    return found
  }

  yaml.visit(document, (_key, node, ancestors) => {
    if (yaml.isMap(node)) {
      const map = node as YAMLMap.Parsed
      const found = readableEntries(map, pathTo(yaml, ancestors, map))
      map.items = [...found.values()]
      entries.set(map, found)
    }
    if (yaml.isAlias(node)) {
      const { source } = node
      firstAlias ||= offsetOf(node)
      // An alias within its own anchor has no end.
      const isInside = ancestors.some((each) => 'anchor' in each && each.anchor === source)
      if (anchors.has(source) && !isInside) return undefined
      const message = `YAML reads *${source} as an alias; put it in quotes: "*${source}"`
      report(offsetOf(node), message, pathTo(yaml, ancestors, node))
      return Object.assign(new yaml.Scalar('unread'), { range: node.range ?? null })
    }
    if (yaml.isNode(node) && node.anchor !== undefined) anchors.add(node.anchor)
    return undefined
  })
  return { entries, firstAlias }
}

function offsetOf(node: Node): number {
  return node.range?.[0] ?? 0
}

function pathTo(yaml: Yaml, ancestors: readonly (Document | Node | Pair)[], node: Node): Path {
  return ancestors.flatMap((parent, index): Path => {
    if (yaml.isPair(parent)) return [String(parent.key)]
    return yaml.isSeq(parent) ? [parent.items.indexOf(ancestors[index + 1] ?? node)] : []
  })
}
