import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { ConfigError } from '../../config.ts'
import { codeOf, messageOf } from '../../error-code.ts'
import { makeFolder } from '../../make-folder.ts'
import { packageRoot } from '../../package-root.ts'
import { jsonText } from '../terminal/printable.ts'
import { exampleText } from '../text/example-text.ts'

const files = ['payments-sandbox.config.yaml', 'scenarios/mine.yaml']

export function addInit(program: Command): void {
  program
    .command('init')
    .description('Write a first payments-sandbox.config.yaml and scenarios/, with comments')
    .option('--json', 'print JSON')
    .addHelpText('after', exampleText('init'))
    .action(({ json = false }: { readonly json?: boolean }) => {
      const all = files.map((file) => {
        const written = write(file)
        if (!json) process.stdout.write(`${written ? 'wrote  ' : 'kept   '} ${file}\n`)
        return { file, written }
      })
      if (json) process.stdout.write(jsonText({ files: all }))
    })
}

/** False if the file exists: it is the user's work, and stays as it is. */
function write(file: string): boolean {
  if (existsSync(file)) return false
  const text = readFileSync(join(packageRoot(), 'fixtures', 'init', file))
  try {
    makeFolder(dirname(file))
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (cause) {
    // What a full disk left of the file goes: the next `init` would keep it.
    if (codeOf(cause) !== 'EEXIST') rmSync(file, { force: true })
    throw new ConfigError([
      `Cannot write ${file} (${messageOf(cause)}): run init in a folder that has room and that you may write to`,
    ])
  }
}
