// After the installation. The command's first line passes `--` to Node, which otherwise takes every --env-file for its own
// and fails where there is no such file yet. Some systems' env, such as Alpine's, cannot split a line into arguments: there
// the line names Node alone, and --write-env is the name of that option.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const command = new URL('payments-sandbox.js', import.meta.url)
const [plain, split] = ['#!/usr/bin/env node\n', '#!/usr/bin/env -S node --\n']

try {
  const text = readFileSync(command, 'utf8')
  const canSplit = process.platform === 'win32' || spawnSync('env', ['-S', 'true']).status === 0
  if (!canSplit && text.startsWith(split)) writeFileSync(command, plain + text.slice(split.length))
} catch {
  // A folder that cannot be written to: the command is started as `node bin/payments-sandbox.js`.
}
