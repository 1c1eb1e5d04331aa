import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredEndpoints, nameOf } from './conformance/declared.ts'
import { banksPage, currenciesPage, networksPage, resultsPage } from './reference/catalogue.ts'
import { cliPage } from './reference/cli.ts'
import { controlApiPage } from './reference/control-api.ts'
import { magicNumbersPage } from './reference/magic-numbers.ts'
import { code, table } from './reference/markdown.ts'
import { scenarioKeysPage } from './reference/scenario-keys.ts'
import { settingsPage } from './reference/settings.ts'
import { testLibraryPage } from './reference/test-library.ts'
import { worldFormatPage } from './reference/world-format.ts'
import { call } from './support/call.ts'
import { openSharedSandbox } from './support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()
const { body: document } = await call(sandbox.url, '/_sandbox/openapi.json')

const pages = {
  cli: cliPage,
  settings: settingsPage,
  'control-api': () => controlApiPage(document),
  'scenario-keys': scenarioKeysPage,
  'test-library': () => testLibraryPage(document.components.schemas),
  'magic-numbers': magicNumbersPage,
  networks: networksPage,
  banks: banksPage,
  currencies: currenciesPage,
  results: resultsPage,
  'world-format': worldFormatPage,
}

test.each(Object.entries(pages))(
  'docs/reference/%s.md is what the code declares; npm run reference writes it',
  async (name, write) => {
    const path = join(import.meta.dirname, '..', 'docs', 'reference', `${name}.md`)
    await expect(
      await write(),
      `docs/reference/${name}.md is not what the code declares: npm run reference`,
    ).toMatchFileSnapshot(path)
  },
)

test('README’s table of endpoints is what the code declares; npm run reference writes it', async () => {
  const path = join(import.meta.dirname, '..', 'README.md')
  const rows = (await declaredEndpoints()).map((endpoint) => {
    const beyond = endpoint.basis?.of === 'beyond' ? ' (beyond the specification)' : ''
    return [code(nameOf(endpoint)), `${endpoint.summary}${beyond}`]
  })
  const titles = ['endpoint', 'what it does']
  const written = readFileSync(path, 'utf8').replace(/^\| endpoint \|(?:.+\n)+/m, () => `${table(titles, rows)}\n`)
  await expect(written).toMatchFileSnapshot(path)
})
