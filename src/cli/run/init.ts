import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { makeFolder } from '../../make-folder.ts'
import { packageRoot } from '../../package-root.ts'

/** What is written; the package has them in fixtures/init/. */
const files = ['payments-sandbox.config.yaml', 'scenarios/mine.yaml']

/** `payments-sandbox init`: a config file and a scenario file to begin with, in this folder. */
export function addInit(program: Command): void {
  program
    .command('init')
    .description('Write a first payments-sandbox.config.yaml and scenarios/, with comments')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox init')
    .action(() => files.forEach(write))
}

/** An existing file is the user's work: it stays as it is. */
function write(file: string): void {
  const isThere = existsSync(file)
  if (!isThere) {
    makeFolder(dirname(file))
    writeFileSync(file, readFileSync(join(packageRoot(), 'fixtures', 'init', file)), { flag: 'wx' })
  }
  process.stdout.write(`${isThere ? 'kept   ' : 'wrote  '} ${file}\n`)
}
