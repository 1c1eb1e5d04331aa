import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { folderWith, look, start } from '../support/cli.ts'
import { mobileMoney } from '../support/requests.ts'

/** Makes every use of Node's data about languages fail. */
const withoutLanguages = `
const refuse = (name) => { throw new Error(name + ' loads the data of languages') }
globalThis.Intl = new Proxy(Intl, { get: (_, name) => refuse('Intl.' + String(name)) })
for (const { prototype } of [Number, BigInt, Date, String, Array]) {
  for (const name of Object.getOwnPropertyNames(prototype)) if (/locale/i.test(name)) prototype[name] = () => refuse(name)
}
`

test('a sandbox starts and answers without the data of languages, which takes 7 MB', async () => {
  const cwd = folderWith({ 'languages.mjs': withoutLanguages })
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(join(cwd, 'languages.mjs'))}` }
  const sandbox = await start(['--json', '--quiet'], { cwd, env })
  const created = await call(sandbox.url, '/collections/mobilemoney', { key: 'test_sandbox', body: mobileMoney() })
  expect(created.status).toBe(200)
  expect((await look(sandbox, '/transactions')).data).toHaveLength(1)
  await sandbox.stop()
  expect(sandbox.stderr).toBe('')
})
