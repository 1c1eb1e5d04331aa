import { nextTurn } from '../time.ts'
import { ScenarioFilesError } from './files/diagnostic.ts'
import type { ScenarioFolders } from './files/read-files.ts'
import { watchPaths } from './files/watch.ts'
import { loadScenarios } from './load.ts'
import type { ScenarioSet } from './scenario.ts'
import { type CompiledScenarios, compileScenarios } from './select/select.ts'

/** The scenarios that are loaded, kept up with their files. */
export interface LiveScenarios {
  now(): CompiledScenarios
  close(): void
}

/** Where it is logged that files were read again, or could not be. */
export interface ReloadLog {
  hint(message: string): void
  problem(message: string): void
}

/** Loads scenarios over a set, and again when their files change; a wrong file leaves the last good version. */
export async function openScenarios(
  folders: ScenarioFolders,
  under: ScenarioSet,
  log: ReloadLog,
): Promise<LiveScenarios> {
  const load = async () => compileInSteps(await loadScenarios(folders, under))
  let compiled = await load()
  const reload = () =>
    load().then(
      (next) => {
        compiled = next
        log.hint(`scenario files have changed and were read again: ${next.byName.size} scenarios`)
      },
      (cause: unknown) => {
        if (!(cause instanceof ScenarioFilesError)) throw cause
        log.problem(`scenario files have changed and are wrong, so the last good version stays:\n${cause.message}`)
      },
    )
  // One after the other: an older reading must not come after a newer one.
  let last = Promise.resolve()
  const watched = watchPaths([folders.paths].flat(), () => {
    last = last.then(reload)
  })
  return {
    now: () => compiled,
    close: () => watched.close(),
  }
}

/** How many scenarios are compiled before other work has its turn. */
const scenariosAtOnce = 500

/** Compiles a set so that who waits for a reply is not held up: the rules of a large one are several, tried in order. */
export async function compileInSteps(set: ScenarioSet): Promise<CompiledScenarios> {
  const parts: CompiledScenarios[] = []
  for (let start = 0; start < set.scenarios.length; start += scenariosAtOnce) {
    await nextTurn()
    parts.push(compileScenarios({ ...set, scenarios: set.scenarios.slice(start, start + scenariosAtOnce) }))
  }
  const [first = compileScenarios(set), ...others] = parts
  if (others.length === 0) return first
  return {
    ...first,
    byName: new Map(parts.flatMap(({ byName }) => [...byName])),
    rules: parts.flatMap(({ rules }) => rules),
    findRule(facts) {
      for (const { findRule } of parts) {
        const found = findRule(facts)
        if (found) return found
      }
      return null
    },
  }
}
