import { join } from 'node:path'
import type { Rolldown } from 'tsdown'

const src = join(import.meta.dirname, '..', 'src')
const files = (...paths: readonly string[]) => paths.map((path) => join(src, path))

/** The files that a start loads when it is asked to, one after the other. */
const sandbox = files('sandbox.ts', 'sandbox/shipped.ts')
/** Loaded with the first call. */
const port = files('http/app.ts', 'http/port/request-listener.ts')
const start = files('cli/main.ts', 'cli/run/start.ts', 'cli/run/run-until-stopped.ts')
/** Commands that call a running sandbox. */
const client = files(
  'cli/main.ts',
  'cli/look/transactions.ts',
  'cli/act/act-commands.ts',
  'cli/state/clock-commands.ts',
)

/**
 * For the rows `start-to-tenth-reply` and `start-chunks`: joins what a start loads in any case. The bundler makes a chunk of its
 * own for each set of modules that some command shares with another.
 */
export function joinedChunks(): Rolldown.CodeSplittingOptions {
  return {
    groups: [
      // Node loads its fetch with it.
      group('own-fetch', (id) => id.endsWith('own-fetch.ts')),
      group('schemas', (id) => /[\\/]node_modules[\\/]zod[\\/]/.test(id)),
      group('command', (id, reach) => reach(start).has(id) && reach(client).has(id) && isOfCommands(id)),
      group('shared', (id, reach) => (reach(sandbox).has(id) || reach(start).has(id)) && reach(client).has(id)),
      group('sandbox', (id, reach) => reach(sandbox).has(id) || (reach(port).has(id) && reach(start).has(id))),
      group('port', (id, reach) => reach(port).has(id)),
      group('start', (id, reach) => reach(start).has(id)),
    ].map((each, index, { length }) => ({ ...each, priority: length - index })),
  }
}

/** A program that loads the package does not load the command line. */
function isOfCommands(id: string): boolean {
  return id.startsWith(join(src, 'cli')) || /[\\/]node_modules[\\/]commander[\\/]/.test(id)
}

type Reach = (roots: readonly string[]) => ReadonlySet<string>

function group(name: string, holds: (id: string, reach: Reach) => boolean): Rolldown.CodeSplittingGroup {
  const known = new Map<readonly string[], ReadonlySet<string>>()
  return {
    name(id, context) {
      const reach: Reach = (roots) => {
        const found = known.get(roots) ?? reached(roots, (one) => context.getModuleInfo(one))
        known.set(roots, found)
        return found
      }
      return holds(id, reach) ? name : null
    },
  }
}

/** The modules that are loaded with these, themselves among them. */
function reached(roots: readonly string[], infoOf: Rolldown.GetModuleInfo): ReadonlySet<string> {
  const found = new Set<string>(roots)
  for (const id of found) for (const imported of infoOf(id)?.importedIds ?? []) found.add(imported)
  return found
}
