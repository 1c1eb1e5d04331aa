import { type FSWatcher, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import { alarm } from '../time.ts'

/** An editor writes a file in several steps: what is read in between would be half of it. */
const settleMs = 100

/** Calls `changed` a moment after something changed in these folders, or in the folders of these files. */
export function watchFolders(paths: readonly string[], changed: () => void): { close(): void } {
  const settled = alarm()
  const folders = new Set(paths.flatMap(folderOf))
  const watchers = [...folders].flatMap((folder) => watching(folder, () => settled.in(settleMs, changed)))
  return {
    close() {
      settled.off()
      for (const watcher of watchers) watcher.close()
    },
  }
}

/** The folder of a file, for editors put a new file in the place of the old one; nothing for what is not there. */
function folderOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  return [found.isDirectory() ? path : dirname(path)]
}

function watching(folder: string, changed: () => void): FSWatcher[] {
  try {
    // A file system that cannot be watched only means a restart to see changes.
    return [watch(folder, { persistent: false }, changed).on('error', () => {})]
  } catch {
    return []
  }
}
