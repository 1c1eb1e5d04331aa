import type { Path } from '../language/path.ts'

/** How deep a file may nest. */
export const deepest = 64

/** Something wrong with a file as YAML, at an offset of its text. */
export interface Fault {
  readonly offset: number
  readonly path: Path
  readonly message: string
}

/** A YAML value that knows where in its file it stands; offsets count UTF-16 units from the start of the text. */
export interface Tree {
  readonly offset: number
  /** The value as plain data. */
  readonly value: unknown
  /** A scalar as the file writes it (empty when the file leaves it out), else `a map` or `a list`. */
  readonly written: string
  readonly entries: ReadonlyMap<string, Entry>
  readonly items: readonly Tree[]
  /** How many values this one holds, counting again what aliases repeat. */
  readonly size: number
}

/** A value of a map and where its key stands. */
export interface Entry {
  readonly keyOffset: number
  readonly tree: Tree
}

/** The offset that a finding points to: its key or value, or the innermost key that leads there when it is missing. */
export function offsetOf(tree: Tree, { path, on }: { readonly path: Path; readonly on: 'key' | 'value' }): number {
  let here: Entry = { keyOffset: tree.offset, tree }
  for (const step of path) {
    const next = stepInto(here.tree, step)
    if (!next) return here.keyOffset
    here = next
  }
  return on === 'key' || here.tree.written === '' ? here.keyOffset : here.tree.offset
}

/** The value at a path; null when there is none. */
export function treeAt(tree: Tree, path: Path): Tree | null {
  let here: Tree | undefined = tree
  for (const step of path) here = here && stepInto(here, step)?.tree
  return here ?? null
}

/** A value as a message shows it: text in quotes, everything else as it is written. */
export function shown(tree: Tree | null): string {
  if (tree === null || tree.value === null) return 'nothing'
  const text = typeof tree.value === 'string' ? tree.value : tree.written
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return typeof tree.value === 'string' ? JSON.stringify(short) : short
}

function stepInto(tree: Tree, step: PropertyKey): Entry | undefined {
  if (typeof step === 'string') return tree.entries.get(step)
  const item = typeof step === 'number' ? tree.items[step] : undefined
  return item && { keyOffset: item.offset, tree: item }
}
