import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { monotonicMs } from '../../src/time.ts'
import { type Ended, launchNode } from '../support/cli.ts'
import { merchantProject } from '../support/merchant-project.ts'
import { mobileMoney } from '../support/requests.ts'

/** What a merchant's test does, after `startSandbox` was imported or required; it leaves a webhook unanswered. */
const journey = `
const body = JSON.stringify(${JSON.stringify(mobileMoney())})
async function journey() {
  const sandbox = await startSandbox({ seed: 1, clock: 'frozen' })
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  const headers = { authorization: shop.apiKey, 'content-type': 'application/json' }
  const response = await fetch(sandbox.url + '/collections/mobilemoney', { method: 'POST', headers, body })
  const { id } = await response.json()
  await shop.advance('3s')
  const [webhook] = merchant.webhooks
  const seen = [webhook.body.id === id, webhook.body.status, merchant.verify(webhook)]
  merchant.reply('hang')
  await fetch(sandbox.url + '/collections/mobilemoney', { method: 'POST', headers, body: body.replace('order', 'next') })
  shop.advance('3s').catch(() => {})
  while (merchant.webhooks.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  await sandbox.stop()
  return JSON.stringify(seen)
}
`
const esm = `import { startSandbox } from 'payments-sandbox/testing'\n${journey}`
const cjs = `const { startSandbox } = require('payments-sandbox/testing')\n${journey}`
const right = '[true,"COMPLETED",true]'

async function node(args: readonly string[], cwd: string): Promise<Ended & { lingeredMs: number }> {
  const child = launchNode(args, { cwd })
  await child.line(/./)
  const before = monotonicMs()
  return { ...(await child.ended), lingeredMs: monotonicMs() - before }
}

test.each([
  ['an ES module', 'test.mjs', `${esm}console.log(await journey())\n`],
  ['a CommonJS script', 'test.cjs', `${cjs}journey().then(console.log)\n`],
])('%s runs its test and ends, with nothing else printed and nothing written', async (_kind, name, text) => {
  const cwd = merchantProject({ [name]: text })
  const { lingeredMs, ...ended } = await node([name], cwd)
  expect(ended).toEqual({ code: 0, signal: null, stdout: `${right}\n`, stderr: '' })
  // A handle left open would hold the process until its own time-out, 4 s at least.
  expect(lingeredMs).toBeLessThan(3000)
  expect(readdirSync(cwd).toSorted()).toEqual(['node_modules', name])
})

test.each([
  ['ES modules', 'it.test.mjs', "import { test } from 'node:test'\nimport assert from 'node:assert'\n", esm],
  ['CommonJS', 'it.test.cjs', "const { test } = require('node:test')\nconst assert = require('node:assert')\n", cjs],
])('node:test runs tests written as %s', async (_kind, name, imports, text) => {
  const cwd = merchantProject({
    [name]: `${imports}${text}
for (const name of ['one', 'other']) test(name, async () => assert.equal(await journey(), '${right}'))
test('together', () => Promise.all([journey(), journey()]))
`,
  })
  const { code, stdout } = await node(['--test', '--test-reporter=tap', name], cwd)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/# pass 3\n# fail 0\n/) })
})

test('the CommonJS build needs no import(), which jest cannot do from CommonJS', async () => {
  // Runs every file of the package as jest does: compiled by vm, with a require of its own and no way to import.
  const loader = `
const { createRequire } = require('node:module')
const { readFileSync } = require('node:fs')
const { dirname } = require('node:path')
const vm = require('node:vm')
const loaded = new Map()
function load(file) {
  if (loaded.has(file)) return loaded.get(file).exports
  const module = { exports: {} }
  loaded.set(file, module)
  const nodes = createRequire(file)
  const own = Object.assign((name) => {
    const found = nodes.resolve(name)
    return /[\\\\/]dist[\\\\/][^\\\\/]*\\.cjs$/.test(found) ? load(found) : nodes(name)
  }, { resolve: nodes.resolve })
  const names = ['module', 'exports', 'require', '__filename', '__dirname']
  vm.compileFunction(readFileSync(file, 'utf8'), names, { filename: file })(module, module.exports, own, file, dirname(file))
  return module.exports
}
const { startSandbox } = load(require.resolve('payments-sandbox/testing'))
${journey}
journey().then((seen) => console.log([...loaded.keys()].length > 1, seen))
`
  const { code, stdout, stderr } = await node(['jest.cjs'], merchantProject({ 'jest.cjs': loader }))
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `true ${right}\n`, stderr: '' })
})

test('no global is patched: fetch, Response, Request and all others are what they were', async () => {
  const text = `
// Node makes its own fetch, and with it a dispatcher, when one of these is first touched.
void globalThis.Response
const all = () => new Map(Reflect.ownKeys(globalThis).map((name) => [name, globalThis[name]]))
const [before, env, listeners] = [all(), JSON.stringify(process.env), process.eventNames().length]
const { startSandbox } = await import('payments-sandbox/testing')
${journey}
await journey()
const after = all()
console.log(JSON.stringify({
  changed: [...before].filter(([name, value]) => !Object.is(after.get(name), value)).map(([name]) => String(name)),
  added: [...after.keys()].filter((name) => !before.has(name)).map(String),
  env: JSON.stringify(process.env) === env,
  listeners: process.eventNames().length - listeners,
}))
`
  const { stdout, stderr } = await node(['globals.mjs'], merchantProject({ 'globals.mjs': text }))
  expect(stderr).toBe('')
  // Zod shares its settings between its copies through two names of its own.
  const added = ['__zod_globalConfig', '__zod_globalRegistry']
  expect(JSON.parse(stdout)).toEqual({ changed: [], added, env: true, listeners: 0 })
})

test('a mocked fetch is left alone and not needed', async () => {
  const text = `${esm}
const { fetch } = globalThis
const mock = (...args) => String(args[0]).includes('/_sandbox') ? Promise.reject(new Error('mocked')) : fetch(...args)
globalThis.fetch = mock
const seen = await journey()
console.log(globalThis.fetch === mock, seen)
`
  const { stdout, stderr } = await node(['mocked.mjs'], merchantProject({ 'mocked.mjs': text }))
  expect({ stdout, stderr }).toEqual({ stdout: `true ${right}\n`, stderr: '' })
})

test('a webhook is not sent through a global dispatcher of the project', async () => {
  const text = `${esm}
void globalThis.Response
const name = Symbol.for('undici.globalDispatcher.1')
const own = globalThis[name]
let calls = 0
globalThis[name] = { dispatch: (...args) => (calls++, own.dispatch(...args)) }
const seen = await journey()
// The two collections that the merchant's own fetch made, and no webhook.
console.log(calls, seen)
`
  const { stdout, stderr } = await node(['dispatcher.mjs'], merchantProject({ 'dispatcher.mjs': text }))
  expect({ stdout, stderr }).toEqual({ stdout: `2 ${right}\n`, stderr: '' })
})
