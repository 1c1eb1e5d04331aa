import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, launchNode } from './support/cli.ts'

// A journey of the built program that differs by Node: it stands beside the folder of journeys, so that `npm test` runs it.

const root = join(import.meta.dirname, '..')

/** A folder with this package as npm installs it, and no driver beside it. */
function installed(program: string): string {
  const folder = folderWith({ 'test.mjs': program })
  const to = join(folder, 'node_modules', 'payments-sandbox')
  mkdirSync(to, { recursive: true })
  for (const name of ['package.json', 'dist', 'fixtures', 'scenarios']) symlinkSync(join(root, name), join(to, name))
  return folder
}

const testing = "import { connectSandbox, explore, startSandbox } from 'payments-sandbox/testing'"
/** Why Node 20, which has no driver here, starts no sandbox; null on a later Node. */
const unstarted =
  Number(process.versions.napi) < 10 ? 'The driver inside payments-sandbox needs Node 22.14 or later' : null

test.each([
  ['an unknown option', 'await startSandbox({ sede: 1 })', 'startSandbox(): sede: unknown option'],
  [
    'a folder that cannot be used',
    "await startSandbox({ config: { data: 'test.mjs' } })",
    unstarted ?? 'Cannot use the data folder',
  ],
  ['an unknown scenario', use('use("wrong-pn")'), unstarted ?? 'There is no scenario wrong-pn'],
  ['an unused scenario', use('use("wrong-pin")'), unstarted ?? 'Queued scenarios that no request used'],
  ['no sandbox', "await connectSandbox({ url: 'http://127.0.0.1:9' })", 'No payments-sandbox answers'],
  [
    'a failed exploration',
    'await explore(() => { throw new Error("shop") })',
    unstarted ?? 'The test fails without any change',
  ],
])('%s: one line of code of this package, shorter than 200 characters, comes before the message', async (...row) => {
  const [, program, message] = row
  const cwd = installed(`${testing}\n${program}\n`)
  const { code, stderr } = await launchNode(['--preserve-symlinks', 'test.mjs'], { cwd }).ended
  const [before, ...after] = stderr.split(message)
  expect({ code, isSaid: after.length > 0, stderr }).toEqual({ code: 1, isSaid: true, stderr })
  expect(Math.max(...(before ?? '').split('\n').map((line) => line.length))).toBeLessThan(200)
})

function use(call: string): string {
  return `const sandbox = await startSandbox()\nconst shop = await sandbox.business()\nawait shop.${call}\nawait sandbox.stop()`
}
