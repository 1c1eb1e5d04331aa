import { resolve } from 'node:path'
import type { Rolldown } from 'tsdown'

type Graph = Rolldown.ChunkingContext
type ImportsOf = (module: Rolldown.ModuleInfo) => readonly string[]

const [main, program, config, sandbox] = [
  resolve('src/cli/main.ts'),
  resolve('src/cli/program.ts'),
  resolve('src/config.ts'),
  resolve('src/sandbox.ts'),
]

/**
 * Puts together what a sandbox is made of: what commands need too, the settings, and what nothing else needs. By itself
 * the bundler makes a file for every set of entries that share something, which is sixty for a start; to find, read and
 * compile them one by one takes 6 % of its time (measured).
 */
export function fewerFiles(): Rolldown.CodeSplittingOptions {
  let nameOf: ((id: string) => string | null) | null = null
  const name = (id: string, graph: Graph) => {
    nameOf ??= fileNames(graph)
    return nameOf(id)
  }
  // What a module imports is in its own set or in one before it, so that no file is loaded for a part that is not needed.
  return { includeDependenciesRecursively: false, groups: [{ name }] }
}

/** The file of each module; null for one that the bundler places by itself. */
function fileNames(graph: Graph): (id: string) => string | null {
  const commands = graph.getModuleInfo(program)?.dynamicallyImportedIds ?? []
  const ofHelp = reached(graph, [main, ...commands], statically)
  const ofSettings = reached(graph, [config], statically)
  const ofSandbox = reached(graph, [sandbox], statically)
  const withoutSandbox = reached(graph, [main], atAll, [config, sandbox])
  return (id) => {
    if (!ofSandbox.has(id)) return null
    if (ofHelp.has(id)) return 'common'
    if (ofSettings.has(id)) return 'settings'
    return withoutSandbox.has(id) ? null : 'sandbox'
  }
}

const statically: ImportsOf = ({ importedIds }) => importedIds
const atAll: ImportsOf = ({ importedIds, dynamicallyImportedIds }) => [...importedIds, ...dynamicallyImportedIds]

/** Every module that these import and that those import, themselves among them; `without` ends the way. */
function reached(
  graph: Graph,
  from: readonly string[],
  importsOf: ImportsOf,
  without: readonly string[] = [],
): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (id: string) => {
    const module = graph.getModuleInfo(id)
    if (module === null || found.has(id) || without.includes(id)) return
    found.add(id)
    importsOf(module).forEach(follow)
  }
  from.forEach(follow)
  return found
}
