import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from '../lib/counted-creates.mjs'

export const functionCalls = {
  name: 'function-calls',
  title: "calls of the program's functions for a create call",
  how: 'Calls of functions in dist/, as V8 counts them for NODE_V8_COVERAGE: of a sandbox that creates 600 collections one by one, less those of one that creates 300, by 300. Measured once.',
  unit: 'calls',
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open }) {
    const [some, more] = [await callsIn(open, 300), await callsIn(open, 600)]
    return { sandbox: (more - some) / 300 }
  },
}

async function callsIn(open, creates) {
  const folder = open.folder()
  const coverage = join(folder, 'coverage')
  const sandbox = await open.sandbox({ args: ['--clock', 'frozen'], cwd: folder, env: { NODE_V8_COVERAGE: coverage } })
  await create(sandbox, 0, creates)
  await sandbox.stop()
  const scripts = readdirSync(coverage).flatMap((file) => JSON.parse(readFileSync(join(coverage, file), 'utf8')).result)
  const functions = scripts.filter(({ url }) => url.includes('/dist/')).flatMap(({ functions }) => functions)
  return functions.reduce((sum, { ranges: [whole] }) => sum + whole.count, 0)
}
