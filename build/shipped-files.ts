import { relative } from 'node:path'
import type { Rolldown } from 'tsdown'
import { packageRoot } from '../src/package-root.ts'
import { readShipped, type Shipped } from '../src/sandbox/shipped.ts'

/** Puts what `readShipped` gives into the bundle in its place: a start reads no YAML of the package's own. */
export function shippedFiles(): Rolldown.Plugin {
  return {
    name: 'shipped-files',
    load: {
      filter: { id: /[\\/]src[\\/]sandbox[\\/]shipped\.ts$/ },
      handler: async () => ({ code: shippedModule(await readShipped()), moduleType: 'js' }),
    },
  }
}

/** A module whose `readShipped` gives this value, with the files' names where the package is installed. */
function shippedModule(shipped: Shipped): string {
  return `import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'

export async function readShipped() {
  const root = packageRoot()
  return ${codeOf(shipped)}
}
`
}

/** Plain data and maps as JavaScript; text that begins with the package's folder stays relative to it. */
function codeOf(value: unknown): string {
  const root = packageRoot()
  if (typeof value === 'string' && value.startsWith(root))
    return `join(root, ${JSON.stringify(relative(root, value).replaceAll('\\', '/'))})`
  if (value instanceof Map) return `new Map(${codeOf([...value])})`
  if (Array.isArray(value)) return `[${value.map(codeOf).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${codeOf(each)}`)
  return `{${entries.join(',')}}`
}
