import type { Rolldown } from 'tsdown'

/**
 * Breaks the minified program into short lines. Above the message of an uncaught error Node prints the line that made it, which
 * would be most of a file.
 */
export function shortLines(): Rolldown.Plugin {
  return {
    name: 'short-lines',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !file.fileName.endsWith('.cjs')) continue
          const { code } = file
          const starts = [...new Set(startsIn(this.parse(code)))].filter((start) => start > 0)
          const lines = [0, ...starts.sort((one, other) => one - other)]
          file.code = lines.map((start, index) => code.slice(start, lines[index + 1])).join('\n')
        }
      },
    },
  }
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number }

/** Where a line may begin: at a statement, at both ends of a condition, and at what an error is made of. */
function* startsIn(node: unknown): Iterable<number> {
  if (typeof node !== 'object' || node === null) return
  if (isNode(node)) yield* linesOf(node).map(({ start }) => start)
  for (const inner of Object.values(node)) yield* startsIn(inner)
}

function linesOf(node: Node): readonly Node[] {
  if (/(?:Statement|Declaration)$/.test(node.type)) return node.type === 'BlockStatement' ? [] : [node]
  const inner = { ConditionalExpression: [node.consequent, node.alternate], NewExpression: node.arguments }[node.type]
  return Array.isArray(inner) ? inner.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'start' in value && 'type' in value
}
