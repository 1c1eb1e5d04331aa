import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { codeOf, messageOf } from '../../error-code.ts'
import { envLines } from '../env-lines.ts'
import type { Credentials } from '../environment.ts'
import { UsageError } from '../exit.ts'

/** The first line of an env file. The next start overwrites only a file that begins with it. */
const mark = '# Written by payments-sandbox start; it goes when the sandbox stops.\n'

export interface FileFlags {
  readonly writeEnv?: string | undefined
  readonly portFile?: string | undefined
}

/** The files that the flags ask for. Throws a `UsageError` if one of them was not written by the sandbox. */
export function readyFiles({ writeEnv, portFile }: FileFlags) {
  const env = {
    isOurs: (text: string) => text.startsWith(mark),
    textOf: (access: Credentials) => mark + envLines(access),
  }
  const port = {
    isOurs: (text: string) => /^\d{1,5}\n$/.test(text),
    textOf: ({ url }: Credentials) => `${new URL(url).port}\n`,
  }
  const files = [
    ...(writeEnv === undefined ? [] : [{ flag: '--write-env', file: writeEnv, ...env }]),
    ...(portFile === undefined ? [] : [{ flag: '--port-file', file: portFile, ...port }]),
  ]
  for (const { flag, file, isOurs } of files) {
    const text = read(file)
    if (text === '' || (text !== null && isOurs(text))) continue
    // A .env file may hold the merchant's own settings.
    throw new UsageError(
      `${flag}: ${file} was not written by payments-sandbox, and would be lost: name a file of its own, for example ${flag} .payments-sandbox.env`,
    )
  }
  const written = new Map<string, string>()
  return {
    write(access: Credentials) {
      for (const { flag, file, textOf } of files) {
        const text = textOf(access)
        writeWhole(flag, file, text)
        written.set(file, text)
      }
    },
    remove() {
      for (const [file, text] of written) if (read(file) === text) rmSync(file, { force: true })
    },
  }
}

/** Returns the text of a file: empty if there is no file, null if it cannot be read. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    return codeOf(cause) === 'ENOENT' ? '' : null
  }
}

/** Writes the file atomically, for this user only: it holds a secret. */
function writeWhole(flag: string, file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new UsageError(
      `${flag}: cannot write ${file} (${messageOf(cause)}): name a file in a folder that is there and can be written to`,
    )
  }
}
