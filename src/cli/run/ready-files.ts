import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { ConfigError } from '../../config.ts'
import type { Access } from '../environment.ts'
import { envLines } from '../text/env-lines.ts'

/** The first line of an env file: by it the next start knows that the file is not somebody else's. */
const mark = '# Written by payments-sandbox start; it goes when the sandbox stops.\n'

/** The flags that ask for files from which other programs learn of a running sandbox. */
export interface FileFlags {
  readonly envFile?: string | undefined
  readonly portFile?: string | undefined
}

/** Files from which other programs learn of a running sandbox. */
export type ReadyFiles = ReturnType<typeof readyFiles>

interface ReadyFile {
  readonly flag: string
  readonly file: string | undefined
  readonly isOurs: (text: string) => boolean
  readonly textOf: (access: Access) => string
}

/** The files that the flags ask for. Throws a `ConfigError` when one of them is somebody else's. */
export function readyFiles({ envFile, portFile }: FileFlags) {
  const kinds: readonly ReadyFile[] = [
    {
      flag: '--write-env',
      file: envFile,
      isOurs: (text) => text.startsWith(mark),
      textOf: (access) => mark + envLines(access),
    },
    {
      flag: '--port-file',
      file: portFile,
      isOurs: (text) => /^\d{1,5}\n$/.test(text),
      textOf: ({ url }) => `${new URL(url).port}\n`,
    },
  ]
  const files = kinds.flatMap(({ file, ...kind }) => (file === undefined ? [] : [{ file, ...kind }]))
  for (const { flag, file, isOurs } of files) refuseForeign(flag, file, isOurs)
  const written = new Map<string, string>()
  return {
    /** Writes them, each at once in full. Throws a `ConfigError` where one cannot be written. */
    write(access: Access) {
      for (const { flag, file, textOf } of files) {
        const text = textOf(access)
        writeWhole(flag, file, text)
        written.set(file, text)
      }
    },
    /** Takes them away again, unless another sandbox has written its own by now. */
    remove() {
      for (const [file, text] of written) if (read(file) === text) rmSync(file, { force: true })
    },
  }
}

/** A .env file with the merchant's own settings must not be lost. */
function refuseForeign(flag: string, file: string, isOurs: ReadyFile['isOurs']): void {
  const text = read(file)
  if (text === '' || (text !== null && isOurs(text))) return
  throw new ConfigError([
    `${flag}: ${file} was not written by payments-sandbox, and would be lost: name a file of its own, for example ${flag} .payments-sandbox.env`,
  ])
}

/** Empty where there is no file, null where there is something that cannot be read. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT' ? '' : null
  }
}

/** Whoever reads it sees nothing or all of it, and nobody else on this machine sees it: it holds a secret. */
function writeWhole(flag: string, file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } catch (cause) {
    rmSync(draft, { force: true })
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError([
      `${flag}: cannot write ${file} (${why}): name a file in a folder that is there and can be written to`,
    ])
  }
}
