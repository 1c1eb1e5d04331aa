import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { isFolder } from '../../make-folder.ts'
import { alarm } from '../../time.ts'
import { isScenarioName } from './read-files.ts'

/** Editors write a file in several steps: a read in between would see half of it. */
const settleMs = 100

/** Calls `changed` shortly after a scenario file in these folders, or one of these files, changes. */
export function watchPaths(paths: readonly string[], changed: () => void): { close(): void } {
  const settled = alarm()
  const watchers: FSWatcher[] = []
  const close = () => {
    for (const watcher of watchers.splice(0)) watcher.close()
  }
  const begin = () => {
    close()
    watchers.push(...watchedFor(paths).flatMap(({ folder, isOurs }) => watching(folder, isOurs, touched)))
  }
  const touched = () =>
    settled.in(settleMs, () => {
      // A folder may be another one now, or there for the first time. What changes from here on is seen again.
      begin()
      changed()
    })
  begin()
  return {
    close() {
      settled.off()
      close()
    },
  }
}

interface Watched {
  readonly folder: string
  readonly isOurs: (name: string) => boolean
}

/** For each path the folder itself, if it exists, and its nearest existing ancestor. */
function watchedFor(paths: readonly string[]): readonly Watched[] {
  const names = new Map<string, Set<string>>()
  const whole = new Set<string>()
  for (const path of paths.map((each) => resolve(each))) {
    if (isFolder(path)) whole.add(path)
    let child = path
    while (!isFolder(dirname(child)) && dirname(child) !== child) child = dirname(child)
    const parent = dirname(child)
    names.set(parent, (names.get(parent) ?? new Set()).add(basename(child)))
  }
  return [...new Set([...whole, ...names.keys()])].map((folder) => ({
    folder,
    // Other files in the folder do not make it read it again: the sandbox's own log may be there.
    isOurs: (name) => (whole.has(folder) && isScenarioName(name)) || names.get(folder)?.has(name) === true,
  }))
}

function watching(folder: string, isOurs: (name: string) => boolean, touched: () => void): FSWatcher[] {
  try {
    const seen = (_event: string, name: string | null) => {
      if (name === null || isOurs(name)) touched()
    }
    // A file system that cannot be watched only means a restart to see changes.
    return [watch(folder, { persistent: false }, seen).on('error', () => {})]
  } catch {
    return []
  }
}
