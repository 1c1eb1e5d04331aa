import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { folderWith } from './cli.ts'

const root = join(import.meta.dirname, '..', '..')

/** A merchant's project: these files, this package and its command installed, and further packages that this project has. */
export function merchantProject(files: Readonly<Record<string, string>>, packages: readonly string[] = []): string {
  const folder = folderWith(files)
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules', 'payments-sandbox'))
  const command = join('node_modules', '.bin', 'payments-sandbox')
  symlinkSync(join(root, 'bin', 'payments-sandbox.js'), join(folder, command))
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}
