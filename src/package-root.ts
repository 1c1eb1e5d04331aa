import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package: the nearest one above its code that holds its files. */
export function packageRoot(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'fixtures', 'businesses.yaml'))) return folder
    if (folder === dirname(folder))
      throw new Error(
        `payments-sandbox finds none of its files above ${here}: if a bundler put its code there, mark payments-sandbox as external`,
      )
  }
}

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
  return version
}
