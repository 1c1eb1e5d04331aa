import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package, wherever its code was bundled to: the nearest one above that holds its package.json. */
export function packageRoot(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder))
      throw new Error(`payments-sandbox is not installed as a package: no package.json above ${here}`)
  }
}

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
  return version
}
