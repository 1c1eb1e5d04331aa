import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { folderWith, start } from '../support/cli.ts'
import { mobileMoney } from '../support/requests.ts'

const key = 'test_sandbox'
const wrongPinNumber = '0240009110'
const scenarios = (name: string) =>
  `version: 1\nscenarios:\n  ${name}: { match: { accountNumber: "*000911?" }, outcome: { failed: switch_error } }\n`

/** Which scenario a sandbox started like this chooses for the number whose owner types a wrong PIN. */
async function chosen(args: readonly string[], files: Readonly<Record<string, string>>): Promise<unknown> {
  const sandbox = await start(['--data', ':memory:', ...args], { cwd: folderWith(files) })
  const body = mobileMoney({ accountNumber: wrongPinNumber })
  const { headers } = await call(sandbox.url, '/collections/mobilemoney', { key, body })
  await sandbox.stop()
  return headers['x-sandbox-scenario']
}

test('--scenarios can be given several times and takes files too', async () => {
  const files = {
    'a/one.yaml': 'version: 1\nscenarios: { other: { outcome: never } }\n',
    'two.yaml': scenarios('second'),
  }
  expect(await chosen(['--scenarios', 'a', '--scenarios', 'two.yaml'], files)).toBe('second; by=match')
})

test('a folder called scenarios is found without a flag', async () => {
  expect(await chosen([], { 'scenarios/mine.yml': scenarios('mine') })).toBe('mine; by=match')
})

test('--scenarios goes before ./scenarios', async () => {
  const files = { 'scenarios/usual.yaml': scenarios('usual'), 'other/named.yaml': scenarios('named') }
  expect(await chosen(['--scenarios', 'other'], files)).toBe('named; by=match')
})

test('the config file may name the folder', async () => {
  const files = { 'payments-sandbox.config.yaml': 'scenarios: [mine]\n', 'mine/mine.yaml': scenarios('mine') }
  expect(await chosen([], files)).toBe('mine; by=match')
})
