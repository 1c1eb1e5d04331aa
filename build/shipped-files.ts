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

/** A module whose `readShipped` returns this value. Paths are those of the installed package. */
function shippedModule(shipped: Shipped): string {
  return `import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'

export async function readShipped() {
  const root = packageRoot()
  return ${codeOf(shipped)}
}
`
}

/** Plain data and maps as JavaScript. A path inside the package stays relative to its folder. */
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
