// After the installation. Where the system's env can split a line into arguments, the command's first line passes `--` to
// Node, which otherwise takes every --env-file for its own and fails where there is no such file yet. Elsewhere (Alpine's
// env cannot, and some package managers run no scripts) the line stays as it is, and --write-env is the name of that option.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const command = new URL('payments-sandbox.js', import.meta.url)
const [plain, split] = ['#!/usr/bin/env node\n', '#!/usr/bin/env -S node --\n']

try {
  const text = readFileSync(command, 'utf8')
  // In a checkout of the package itself the file is under version control.
  const isInstalled = command.pathname.includes('/node_modules/')
  const canSplit = process.platform !== 'win32' && spawnSync('env', ['-S', 'true']).status === 0
  if (isInstalled && canSplit && text.startsWith(plain)) writeFileSync(command, split + text.slice(plain.length))
} catch {
  // A folder that cannot be written to keeps the line that starts everywhere.
}
