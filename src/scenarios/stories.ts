import type { ScenarioFolders } from './files.ts'
import { loadScenarios } from './load.ts'
import { ScenarioFilesError } from './problem.ts'
import { type CompiledScenarios, compileScenarios } from './select.ts'
import { watchFolders } from './watch.ts'

/** The scenarios that are loaded, kept up with their files. */
export interface Stories {
  now(): CompiledScenarios
  /** Calls the listener with what was loaded before, each time that files were read again. */
  onChange(listener: (before: CompiledScenarios) => void): void
  close(): void
}

/** Where it is told that files were read again, and that they could not be. */
export interface StoriesLog {
  hint(message: string): void
  problem(message: string): void
}

/** Loads all scenarios and loads them again when the user's files change; a wrong file leaves the last good version. */
export async function openStories(folders: ScenarioFolders, log: StoriesLog): Promise<Stories> {
  let compiled = compileScenarios(await loadScenarios(folders))
  const listeners: ((before: CompiledScenarios) => void)[] = []
  const watched = watchFolders([folders.userDir ?? []].flat(), () => {
    loadScenarios(folders).then(
      (set) => {
        for (const listener of listeners) listener(compiled)
        compiled = compileScenarios(set)
        log.hint(`scenario files have changed and were read again: ${set.scenarios.length} scenarios`)
      },
      (cause: unknown) => {
        if (!(cause instanceof ScenarioFilesError)) throw cause
        log.problem(`scenario files have changed and are wrong, so the last good version stays:\n${cause.message}`)
      },
    )
  })
  return {
    now: () => compiled,
    onChange: (listener) => void listeners.push(listener),
    close: () => watched.close(),
  }
}
