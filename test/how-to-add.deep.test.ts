import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cardFlow } from './support/card-flow.ts'
import { copyPackage, type Edit } from './support/copied-package.ts'
import { collection, shopOf } from './support/opened-sandbox.ts'

const root = join(import.meta.dirname, '..')

/** What one touches to add each of these, made up: the page says the same, and the test below uses them. */
const additions: Readonly<Record<string, readonly Edit[]>> = {
  'an endpoint': [
    {
      file: 'src/flows/limits/show.ts',
      text: `import { z } from 'zod'
import { defineEndpoint } from '../../contract/endpoint.ts'
import type { FlowTools } from '../tools.ts'

export const showLimits = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Queries',
  method: 'GET',
  path: '/limits',
  name: 'showLimits',
  summary: 'Limits of amounts',
  answer: z.object({ networks: z.number().describe('Networks with limits.') }),
  handle({ key, store }) {
    return { body: { networks: Object.keys(store.business(key).settings.limits).length } }
  },
})
`,
    },
    {
      file: 'src/flows/index.ts',
      after: "import { quoteRate } from './rates/quote.ts'\n",
      text: "import { showLimits } from './limits/show.ts'\n",
    },
    {
      file: 'src/flows/index.ts',
      after: 'bindEndpoint(quoteRate, tools),\n',
      text: '    bindEndpoint(showLimits, tools),\n',
    },
  ],
  'a create flow': cardFlow,
  'an outcome': [
    {
      file: 'src/catalogue/results.ts',
      after: 'export const results = {\n',
      text: "  sim_blocked: ['4300', 'Customer', 'The SIM is blocked'],\n",
    },
  ],
  'a currency': [
    {
      file: 'src/catalogue/currencies.ts',
      after: 'export const currencies = {\n',
      text: "  RWF: { decimals: 0, countries: ['RW'] },\n",
    },
    {
      file: 'src/catalogue/countries.ts',
      after: 'export const countries = {\n',
      text: "  RW: { name: 'Rwanda', callingCode: '250', trunkPrefix: '0', mobileDigits: 9, mobile: /^7[2389]\\d{7}$/ },\n",
    },
    {
      file: 'src/catalogue/networks.ts',
      after: 'export const networks: readonly Network[] = [\n',
      text: "  { country: 'RW', code: 'MTN', name: 'MTN', prefixes: ['78', '79'] },\n",
    },
    { file: 'fixtures/rates.yaml', after: 'rates:\n', text: '  RWF: 1440\n' },
  ],
  'a webhook fault': [
    {
      file: 'src/domain/body-faults.ts',
      after: 'export const bodyFaults = {\n',
      text: "  empty: { says: 'nothing', readable: false, sound: false, make: () => '' },\n",
    },
  ],
  'an error': [
    {
      file: 'src/words/errors/of-calls.ts',
      after: 'export const ofCalls = {\n',
      text: "  'on-strike': row('draining', ({ until }: { readonly until: string }) => ['On strike until '.concat(until), 'wait']),\n",
    },
  ],
  'a scenario': [
    {
      file: 'scenarios/blocked-sims.yaml',
      text: 'version: 1\nscenarios:\n  blocked-sim:\n    after: 1s\n    outcome: { failed: sim_blocked }\n    webhook: { body: empty }\n',
    },
  ],
  'a setting': [
    {
      file: 'src/domain/settings.ts',
      after: 'export const settingsSchema = z.strictObject({\n',
      text: "  greeting: z.string().default('hello').describe('Not used yet'),\n",
    },
  ],
  'a CLI command': [
    {
      file: 'src/cli/look/greeting.ts',
      text: `import type { Command } from 'commander'

/** \`payments-sandbox greeting\`: greets. */
export function addGreeting(program: Command): void {
  program.command('greeting').description('Say hello').action(() => void process.stdout.write('hello\\n'))
}
`,
    },
    {
      file: 'src/cli/program.ts',
      after: "  'Look inside:': {\n",
      text: "    greeting: async () => (await import('./look/greeting.ts')).addGreeting,\n",
    },
  ],
}

test('the page on the architecture names what one touches to add something, and nothing else has to be touched', async () => {
  const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')
  for (const [what, edits] of Object.entries(additions)) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${what} |`)) ?? ''
    const named = [...row.matchAll(/`((?:src|scenarios|fixtures)\/[^`]*)`/g)].map(([, path]) => path)
    for (const file of new Set(edits.map(({ file }) => file)))
      expect(
        named.some((path = '') => file === path || (path.endsWith('/') && file.startsWith(path))),
        `${what}: ${file} in ${row}`,
      ).toBe(true)
  }

  const copy = copyPackage(Object.values(additions).flat())
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '--project', copy], { encoding: 'utf8' })
  expect(stdout).toBe('')
  const { startSandbox } = await import(join(copy, 'src', 'testing', 'index.ts'))
  const sandbox = await startSandbox({ clock: 'frozen' })
  onTestFinished(() => sandbox.stop())
  const receiver = await sandbox.receiver()
  const { apiKey } = await sandbox.business({ callbackUrl: receiver.url, greeting: 'good morning' })
  const shop = shopOf(sandbox.url, apiKey)

  expect((await shop.get('/limits')).body).toEqual({ networks: 0 })
  expect((await shop.get('/_sandbox/business')).body.greeting).toBe('good morning')
  const inRwanda = { ...collection, currency: 'RWF', network: 'MTN', accountNumber: '0781234567' }
  const { body, headers } = await shop.collect({ ...inRwanda, reference: 'scn:blocked-sim:1' })
  expect(body.customer.accountNumber).toBe('250781234567')
  expect(headers['x-sandbox-scenario']).toBe('blocked-sim; by=reference')
  await shop.advance('1s')
  expect((await shop.get(`/payments/${body.id}`)).body.message).toBe('4300 | Customer | The SIM is blocked')
  expect(receiver.webhooks.map(({ raw }: { raw: Buffer }) => raw.toString())).toEqual([''])
  const { findings } = (await shop.get('/_sandbox/report')).body
  expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(['broken-body-accepted'])
  const { controlError } = await import(join(copy, 'src', 'http', 'errors.ts'))
  const { refusal } = await import(join(copy, 'src', 'words', 'errors.ts'))
  expect(controlError(refusal({ why: 'on-strike', until: 'noon' }))).toMatchObject({
    status: 503,
    body: { error: { code: 'draining', message: 'On strike until noon', hint: 'wait' } },
  })
  const { createProgram } = await import(join(copy, 'src', 'cli', 'program.ts'))
  expect((await createProgram('', { all: true })).helpInformation()).toContain('greeting')
}, 120_000)
