import { type Diagnostic, ScenarioFilesError } from './files/diagnostic.ts'
import type { ScenarioFolders } from './files/read-files.ts'
import { watchPaths } from './files/watch.ts'
import { loadScenarios } from './load.ts'
import type { ScenarioSet } from './scenario.ts'
import { compileScenarios } from './select/select.ts'

export interface ReloadLog {
  hint(message: string): void
  problem(message: string): void
}

/** Loads scenarios over a base set, and reloads changed files; an invalid file keeps the last valid version. */
export async function openScenarios(folders: ScenarioFolders, under: ScenarioSet, log: ReloadLog) {
  const load = async () => compileScenarios(await loadScenarios(folders, under))
  let compiled = await load()
  let problems: readonly Diagnostic[] = []
  const reload = () =>
    load().then(
      (next) => {
        compiled = next
        problems = []
        log.hint(`scenario files have changed and were read again: ${next.byName.size} scenarios`)
      },
      (cause: unknown) => {
        if (!(cause instanceof ScenarioFilesError)) throw cause
        problems = cause.diagnostics
        log.problem(`scenario files have changed and are wrong, so the last good version stays:\n${cause.message}`)
      },
    )
  // One after the other: an older reading must not come after a newer one.
  let last = Promise.resolve()
  const reloadNext = () => {
    last = last.then(reload)
    return last
  }
  const watched = watchPaths([folders.paths].flat(), () => void reloadNext())
  return {
    now: () => compiled,
    /** The problems of the files as they are; empty if the loaded set is of these files. */
    problems: () => problems,
    reload: reloadNext,
    close: () => watched.close(),
  }
}
