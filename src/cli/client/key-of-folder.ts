import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The API key of the working folder: always the same for a work tree of git, else for a folder. Work trees side by side have
 * keys of their own, so their businesses never meet in one sandbox.
 */
export function keyOfFolder(): string {
  const folder = realpathSync(process.cwd())
  return `test_auto_${createHash('sha256')
    .update(workTreeOf(folder) ?? folder)
    .digest('hex')
    .slice(0, 16)}`
}

/** Returns the nearest folder that has a `.git`: a folder in a clone, a file in a further work tree. Null outside of git. */
function workTreeOf(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder
  return dirname(folder) === folder ? null : workTreeOf(dirname(folder))
}
