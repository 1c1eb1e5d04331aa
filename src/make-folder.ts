import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it. Node's own recursive way never ends where the system has no room for folders, such as
 * in /proc. `mode` is of the folder itself, where systems have modes.
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode })
  } catch (cause) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw cause
  }
}

/** True if the folder exists; false also below a file, where some Node versions throw. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
