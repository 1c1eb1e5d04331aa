import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { loadTool } from '../../build/tools/load-tool.mjs'
import { packageRoot } from '../../src/package-root.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'

const run = promisify(execFile)
const root = packageRoot()
const options =
  '--strict --skipLibCheck --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2023 --module nodenext'

interface Generator {
  default(document: string): Promise<object>
  astToString(types: object): string
}

async function merchantFolder(): Promise<string> {
  const folder = temporaryFolder()
  const { default: generate, astToString } = await loadTool<Generator>('openapi-typescript')
  const types = await generate(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'))
  writeFileSync(join(folder, 'service.ts'), astToString(types))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  copyFileSync(join(import.meta.dirname, 'generated-client', 'merchant.ts'), join(folder, 'merchant.ts'))
  symlinkSync(join(root, 'build', 'tools', 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Compiles it; its lines with `@ts-expect-error` see to it that the types refuse what they should. */
function compile(folder: string): Promise<{ readonly stdout: string }> {
  const args = `${options} --rewriteRelativeImportExtensions --outDir out merchant.ts --types node --typeRoots`.split(
    ' ',
  )
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  return run(process.execPath, [tsc, ...args, join(root, 'node_modules', '@types')], { cwd: folder })
}

test('a client generated from the document compiles and makes every flow', { timeout: 60_000 }, async () => {
  const folder = await merchantFolder()
  await compile(folder).catch(({ stdout }) => expect(stdout).toBe(''))
  const sandbox = await openSandbox()
  const { stdout } = await run(process.execPath, [join(folder, 'out', 'merchant.js'), sandbox.url, 'test_generated'])
  const approved = { status: 'COMPLETED', message: '0000 | Switch | Approved' }
  expect(JSON.parse(stdout)).toEqual([
    { reference: 'order-1', amount: '100.5', ...approved },
    { reference: 'order-2', amount: '20', ...approved },
    { reference: 'invoice-7', amount: '5000', ...approved },
    { reference: 'payout-1', amount: '250.5', ...approved },
  ])
})
