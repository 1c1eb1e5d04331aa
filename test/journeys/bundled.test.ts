import { join } from 'node:path'
import { Rolldown } from 'tsdown'
import { expect, test } from 'vitest'
import { launchNode } from '../support/cli.ts'
import { merchantProject } from '../support/merchant-project.ts'

const files = {
  'package.json': '{ "name": "shop" }',
  'test.mjs':
    "import { startSandbox } from 'payments-sandbox/testing'\nstartSandbox().then((sandbox) => sandbox.stop())\n",
}

/** Bundles the test into one file, as merchants' bundlers do, and runs it. */
async function bundled(format: 'cjs' | 'es', external: string[] = []) {
  const cwd = merchantProject(files)
  const bundle = await Rolldown.rolldown({ input: join(cwd, 'test.mjs'), cwd, platform: 'node', external })
  const file = join(cwd, 'built', format === 'cjs' ? 'test.cjs' : 'test.mjs')
  await bundle.write({ format, file, codeSplitting: false })
  const { code, stderr } = await launchNode([file], { cwd }).ended
  return { code, stderr }
}

test.each(['cjs', 'es'] as const)('a test that is bundled as %s with this package names the mend', async (format) => {
  const { code, stderr } = await bundled(format)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Error: .* mark payments-sandbox as external/m)
})

test.each(['cjs', 'es'] as const)('a test that is bundled as %s without this package runs', async (format) => {
  expect(await bundled(format, ['payments-sandbox/testing'])).toEqual({ code: 0, stderr: '' })
})
