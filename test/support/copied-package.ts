import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** A file that an addition makes, or what it puts behind a text that the file has. */
export type Edit = { readonly file: string; readonly text: string; readonly after?: string }

/** A copy of the package with additions; it is removed after the test, or when `atEnd` says so. */
export function copyPackage(edits: readonly Edit[], atEnd: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-copy-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['src', 'scenarios', 'fixtures', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const edit of edits) apply(join(folder, edit.file), edit)
  return folder
}

function apply(path: string, { text, after, file }: Edit): void {
  if (after === undefined) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return
  }
  const [before, ...rest] = readFileSync(path, 'utf8').split(after)
  if (rest.length !== 1) throw new Error(`${file} has ${rest.length} times: ${after}`)
  writeFileSync(path, `${before}${after}${text}${rest.join(after)}`)
}
