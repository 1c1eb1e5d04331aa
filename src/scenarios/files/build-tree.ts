import type { Path } from '../language/path.ts'
import { deepest, type Entry, type Fault, type Tree } from './located-value.ts'
import type { Yaml } from './yaml.ts'

/** How many values the aliases of a file may repeat. */
const mostRepeated = 10_000

/** How many values are kept in whose place a later one with the same key came. */
const mostReplaced = 50

/** A document as a tree. */
export interface Grown {
  readonly tree: Tree
  readonly faults: readonly Fault[]
  /** Values that are not in the tree, because a later one has the same key. */
  readonly replaced: readonly Replaced[]
}

/** A value in whose place another came; its tree holds nothing but what leads to it. */
export interface Replaced {
  readonly path: Path
  readonly tree: Tree
}

/** Turns the parser's node into a tree; what cannot be read is a fault, and stands in the tree as some text. */
export function growTree(yaml: Yaml, root: unknown): Grown {
  const ground: Ground = { yaml, anchors: new Map(), faults: [], replaced: [], repeated: 0 }
  return { tree: grow(ground, { node: root, path: [], offset: 0 }), faults: ground.faults, replaced: ground.replaced }
}

/** What growing a tree collects on its way. */
interface Ground {
  readonly yaml: Yaml
  readonly anchors: Map<string, Tree>
  readonly faults: Fault[]
  readonly replaced: Replaced[]
  repeated: number
}

/** A node of the parser, where it stands, and the offset to name when the parser gave it none. */
interface Seed<Node = unknown> {
  readonly node: Node
  readonly path: Path
  readonly offset: number
}

function grow(ground: Ground, { node, path, offset: fallback }: Seed): Tree {
  const { yaml } = ground
  if (!yaml.isNode(node)) return leaf(fallback, null, '')
  const offset = node.range?.[0] ?? fallback
  if (path.length > deepest) {
    return unread(ground, { offset, path, message: `is nested deeper than ${deepest} levels; write it flatter` })
  }
  if (yaml.isAlias(node)) return follow(ground, { node: node.source, path, offset })
  const tree = growValue(ground, { node, path, offset })
  if (node.anchor !== undefined) ground.anchors.set(node.anchor, tree)
  return tree
}

function growValue(ground: Ground, { node, path, offset }: Seed): Tree {
  const { yaml } = ground
  if (yaml.isMap(node)) return growMap(ground, { node: node.items, path, offset })
  if (yaml.isSeq(node)) return growList(ground, { node: node.items, path, offset })
  return yaml.isScalar(node) ? leaf(offset, node.value, node.source ?? String(node.value)) : leaf(offset, null, '')
}

function growMap(
  ground: Ground,
  { node: pairs, path, offset }: Seed<readonly { key: unknown; value: unknown }[]>,
): Tree {
  const entries = new Map<string, Entry>()
  for (const { key, value } of pairs) {
    const keyOffset = ground.yaml.isNode(key) ? (key.range?.[0] ?? offset) : offset
    const name = ground.yaml.isScalar(key) ? key.value : null
    // Assigning to __proto__ would change an object instead of filling it.
    if (typeof name !== 'string' || name === '__proto__') {
      const message = 'has a key that is not a name; write text, in quotes if it is a number'
      ground.faults.push({ offset: keyOffset, path, message })
      continue
    }
    const entryPath = [...path, name]
    const former = entries.get(name)
    if (former) {
      if (ground.replaced.length < mostReplaced)
        ground.replaced.push({ path: entryPath, tree: lead(entryPath, former) })
      ground.faults.push({ offset: keyOffset, path: entryPath, message: 'appears twice; remove one of the two' })
    }
    entries.set(name, { keyOffset, tree: grow(ground, { node: value, path: entryPath, offset: keyOffset }) })
  }
  const value: Record<string, unknown> = {}
  let size = 1
  for (const [name, { tree }] of entries) {
    value[name] = tree.value
    size += tree.size
  }
  return { offset, value, written: 'a map', entries, items: noItems, size }
}

/** A tree with one branch only, which ends in this entry. */
function lead([step, ...rest]: Path, entry: Entry): Tree {
  if (step === undefined) return entry.tree
  const tree = lead(rest, entry)
  const { offset } = tree
  if (typeof step === 'number') {
    const items = Array.from({ length: step + 1 }, (_, index) => (index === step ? tree : leaf(offset, null, '')))
    return {
      ...leaf(
        offset,
        items.map(({ value }) => value),
        'a list',
      ),
      items,
    }
  }
  const inner = rest.length === 0 ? entry : { keyOffset: entry.keyOffset, tree }
  return { ...leaf(offset, { [String(step)]: tree.value }, 'a map'), entries: new Map([[String(step), inner]]) }
}

function growList(ground: Ground, { node: nodes, path, offset }: Seed<readonly unknown[]>): Tree {
  const items = nodes.map((node, index) => grow(ground, { node, path: [...path, index], offset }))
  const value = items.map((item) => item.value)
  return {
    offset,
    value,
    written: 'a list',
    entries: noEntries,
    items,
    size: items.reduce((sum, item) => sum + item.size, 1),
  }
}

function follow(ground: Ground, { node: name, path, offset }: Seed<string>): Tree {
  const anchored = ground.anchors.get(name)
  if (!anchored) {
    return unread(ground, { offset, path, message: `YAML reads *${name} as an alias; put it in quotes: "*${name}"` })
  }
  ground.repeated += anchored.size
  if (ground.repeated > mostRepeated) {
    return unread(ground, { offset, path, message: 'repeats too much by its aliases; write fewer of them' })
  }
  return { ...anchored, offset }
}

function unread(ground: Ground, fault: Fault): Tree {
  ground.faults.push(fault)
  return leaf(fault.offset, 'unread', 'unread')
}

// One for all: a file has thousands of values that hold nothing.
const noEntries: Tree['entries'] = new Map()
const noItems: Tree['items'] = []

function leaf(offset: number, value: unknown, written: string): Tree {
  return { offset, value, written, entries: noEntries, items: noItems, size: 1 }
}
