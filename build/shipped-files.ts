import { relative } from 'node:path'
import type { Rolldown } from 'tsdown'
import { packageRoot } from '../src/package-root.ts'
import { readShipped, type Shipped } from '../src/sandbox/shipped.ts'

/** For the row start-to-tenth-reply: puts the result of `readShipped` into the bundle, so that a start parses no YAML. */
export function shippedFiles(): Rolldown.Plugin {
  return {
    name: 'shipped-files',
    load: {
      filter: { id: /[\\/]src[\\/]sandbox[\\/]shipped\.ts$/ },
      handler: async () => ({ code: shippedModule(await readShipped()), moduleType: 'js' }),
    },
  }
}

/** A module whose `readShipped` returns this value. Paths are those of the installed package. Scenarios repeat much: it is there once. */
function shippedModule(shipped: Shipped): string {
  const times = new Map<string, number>()
  for (const part of partsOf(shipped)) times.set(codeOf(part), (times.get(codeOf(part)) ?? 0) + 1)
  const names = new Map<string, string>()
  const lines: string[] = []
  const nameOf = (value: unknown): string => {
    const code = codeOf(value)
    if (code.length < shortestRepeated || times.get(code) === 1) return codeOf(value, nameOf)
    if (!names.has(code)) {
      const line = codeOf(value, nameOf)
      names.set(code, `repeated${names.size}`)
      lines.push(`const ${names.get(code)} = ${line}`)
    }
    return names.get(code) ?? code
  }
  const all = codeOf(shipped, nameOf)
  return `import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'

export async function readShipped() {
  const root = packageRoot()
  ${lines.join('\n')}
  return ${all}
}
`
}

const shortestRepeated = 12

function* partsOf(value: unknown): Generator<unknown> {
  yield value
  if (typeof value !== 'object' || value === null) return
  for (const part of value instanceof Map ? value : Object.values(value)) yield* partsOf(part)
}

/** Plain data and maps as JavaScript, their parts by `partCode`. A path inside the package stays relative to its folder. */
function codeOf(value: unknown, partCode: (part: unknown) => string = codeOf): string {
  const root = packageRoot()
  if (typeof value === 'string' && value.startsWith(root))
    return `join(root, ${JSON.stringify(relative(root, value).replaceAll('\\', '/'))})`
  if (value instanceof Map) return `new Map([${[...value].map((entry) => partCode(entry)).join(',')}])`
  if (Array.isArray(value)) return `[${value.map((each) => partCode(each)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${partCode(each)}`)
  return `{${entries.join(',')}}`
}
