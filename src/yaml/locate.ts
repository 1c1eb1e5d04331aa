import type { ParsedNode } from 'yaml'
import { filled } from '../text.ts'
import type { Path, Readable, Yaml, YamlEntry } from './refuse-unreadable.ts'

export interface DataProblem {
  readonly path: Path
  /** `key`: the key itself is wrong, not its value. */
  readonly on: 'key' | 'value'
  /** May say {value}, which stands for the value as the text shows it. */
  readonly message: string
}

/** Returns the offset that a path leads to, and the message with the value there. */
export function locate(
  yaml: Yaml,
  { contents, entries }: { readonly contents: ParsedNode } & Pick<Readable, 'entries'>,
  { path, on, message }: DataProblem,
): { readonly offset: number; readonly message: string } {
  let [keyOffset] = contents.range
  let node: ParsedNode | null = contents
  for (const step of path) {
    const entry: YamlEntry | undefined = entries.get(node)?.get(step)
    const item: ParsedNode | undefined = yaml.isSeq(node) && typeof step === 'number' ? node.items[step] : undefined
    if (entry) [keyOffset, node] = [entry.key.range[0], entry.value]
    else if (item) [keyOffset, node] = [item.range[0], item]
    // A missing key is reported at the innermost key that leads there, a repeated value at its alias.
    else if (!yaml.isAlias(node)) node = null
  }
  const isWritten = node !== null && !(yaml.isScalar(node) && node.source === '')
  return {
    offset: on === 'value' && isWritten && node ? node.range[0] : keyOffset,
    message: filled(message, { value: formatNode(yaml, node) }),
  }
}

/** Formats a value for a message: text in quotes, everything else as it is written. */
function formatNode(yaml: Yaml, node: ParsedNode | null): string {
  if (yaml.isMap(node)) return 'a map'
  if (yaml.isSeq(node)) return 'a list'
  if (yaml.isAlias(node)) return `*${node.source}`
  if (node === null || node.value === null) return 'nothing'
  const isText = typeof node.value === 'string'
  const text = isText ? String(node.value) : (node.source ?? String(node.value))
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return isText ? JSON.stringify(short) : short
}
