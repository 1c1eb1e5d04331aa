import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { ConfigError } from '../../config.ts'
import { codeOf, messageOf } from '../../error-code.ts'
import { makeFolder } from '../../make-folder.ts'
import { packageRoot } from '../../package-root.ts'
import { requireWorkingFolder } from '../settings/working-folder.ts'
import { jsonText } from '../terminal/printable.ts'

const files = ['payments-sandbox.config.yaml', 'scenarios/mine.yaml']

export function addInit(program: Command): void {
  program
    .command('init')
    .description('Write a first payments-sandbox.config.yaml and scenarios/, with comments')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox init')
    .action((flags: InitFlags) => {
      requireWorkingFolder()
      const written = files.map((file) => write(file, flags))
      if (flags.json) process.stdout.write(jsonText({ files: written }))
    })
}

interface InitFlags {
  readonly json?: boolean
}

/** An existing file is the user's work: it stays as it is. */
function write(file: string, { json }: InitFlags) {
  const isThere = existsSync(file)
  if (!isThere) {
    const text = readFileSync(join(packageRoot(), 'fixtures', 'init', file))
    try {
      makeFolder(dirname(file))
      writeFileSync(file, text, { flag: 'wx' })
    } catch (cause) {
      throw notWritten(file, cause)
    }
  }
  if (!json) process.stdout.write(`${isThere ? 'kept   ' : 'wrote  '} ${file}\n`)
  return { file, written: !isThere }
}

/** What a full disk left of the file goes: the next `init` would keep it. */
function notWritten(file: string, cause: unknown): ConfigError {
  if (codeOf(cause) !== 'EEXIST') rmSync(file, { force: true })
  return new ConfigError([
    `Cannot write ${file} (${messageOf(cause)}): run init in a folder that has room and that you may write to`,
  ])
}
