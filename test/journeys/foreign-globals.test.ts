import { expect, test } from 'vitest'
import { launchNode } from '../support/cli.ts'
import { merchantProject } from '../support/merchant-project.ts'

const everyWay = new URL('../support/every-way.mjs', import.meta.url).href
const foreignClasses = new URL('../support/foreign-classes.mjs', import.meta.url).href

const everyWayWorks = {
  calls: Array(3).fill([200, 200, 200, 200, 'AbortError', ': connected']),
  webhooks: Array(2).fill([
    true,
    'delivered',
    'delivered',
    'connection refused: nothing listens on 127.0.0.1:1; is your server started?',
  ]),
  runs: 2,
}

const begin = `
import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import { everyWay } from '${everyWay}'
import { foreignClasses } from '${foreignClasses}'
const require = createRequire(import.meta.url)
const load = () => require('payments-sandbox/testing')
`

/** What a program prints as JSON that has the package installed. */
async function printed(program: string): Promise<unknown> {
  const { code, stdout, stderr } = await launchNode(['it.mjs'], {
    cwd: merchantProject({ 'it.mjs': `${begin}${program}` }),
  }).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('globals that a test replaces after the package is loaded do not reach the sandbox', async () => {
  const seen = await printed(`
const testing = load()
Object.assign(globalThis, foreignClasses)
console.log(JSON.stringify(await everyWay(testing)))
`)
  expect(seen).toEqual(everyWayWorks)
})

test('globals that a program replaces after its sandbox started do not reach it, the first call neither', async () => {
  const seen = await printed(`
const { startSandbox, configSchema } = require('payments-sandbox')
const { get } = require('node:http')
const nothing = () => {}
const log = { fault: nothing, hint: nothing, problem: nothing }
const sandbox = await startSandbox(configSchema.parse({ port: 0, data: ':memory:' }), log)
for (const name of ['Request', 'Response', 'Headers', 'fetch', 'ReadableStream', 'AbortController']) globalThis[name] = undefined
const status = await new Promise((resolve, reject) => {
  const headers = { authorization: 'test_shop' }
  get(sandbox.url + '/balance', { headers }, ({ statusCode }) => resolve(statusCode)).on('error', reject)
})
await sandbox.close()
console.log(status)
`)
  expect(seen).toBe(200)
})

test('once it is loaded, the package uses no function of Node that a test can replace', async () => {
  const seen = await printed(`
const testing = load()
const ofLanguage = new Set(runInNewContext('Object.getOwnPropertyNames(globalThis)'))
const used = new Set()
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const own = globalThis[name]
  if (ofLanguage.has(name) || typeof own !== 'function') continue
  const note = () => {
    const [, , , caller = ''] = new Error().stack.split('\\n')
    if (/[\\\\/]dist[\\\\/]/.test(caller)) used.add(name)
  }
  globalThis[name] = new Proxy(own, {
    construct: (...call) => (note(), Reflect.construct(...call)),
    apply: (...call) => (note(), Reflect.apply(...call)),
    get: (target, key) => (note(), Reflect.get(target, key)),
  })
}
const seen = await everyWay(testing)
console.log(JSON.stringify({ seen, used: [...used] }))
`)
  expect(seen).toEqual({ seen: everyWayWorks, used: [] })
})

test.each([
  ['Request, Response', 'Object.assign(globalThis, foreignClasses)'],
  ['Response', 'globalThis.Response = foreignClasses.Response'],
  ['Response', 'globalThis.Response = function () {}'],
  ['Response', 'globalThis.Response = class { constructor() { throw new Error() } }'],
  ['Request, Response', "for (const name of ['fetch', 'Headers', 'Request', 'Response']) delete globalThis[name]"],
])('%s are named if Node’s own were replaced before the package is loaded', async (names, replace) => {
  const seen = await printed(`
${replace}
const { startSandbox, connectSandbox, explore } = load()
const started = [startSandbox(), startSandbox({ listen: false }), explore(() => {})]
console.log(JSON.stringify(await Promise.all(started.map((one) => one.catch(({ message }) => message)))))
`)
  const refused = `needs these globals of Node, and they were replaced before payments-sandbox was loaded: ${names}.
  If a set-up file replaces them, import payments-sandbox/testing at the top of that file.
  In a simulated browser, write one of these into the first line of the test file:
  /** @jest-environment node */
  // @vitest-environment node`
  expect(seen).toEqual([`startSandbox() ${refused}`, `startSandbox() ${refused}`, `explore() ${refused}`])
})

test('the other globals may have been replaced before', async () => {
  const seen = await printed(`
const { AbortController, AbortSignal, fetch, Headers } = foreignClasses
Object.assign(globalThis, { AbortController, AbortSignal, fetch, Headers })
console.log(JSON.stringify(await everyWay(load())))
`)
  expect(seen).toEqual(everyWayWorks)
})

test('in a global object of their own, as jest gives it to each test file, they may all have been replaced before', async () => {
  const seen = await printed(`
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileFunction, createContext } from 'node:vm'

const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis
const timers = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate }
const parsingContext = createContext({ ...timers, Buffer, process, Event, EventTarget, Uint8Array, ...foreignClasses })
const modules = new Map()
function loadIn(file) {
  const known = modules.get(file)
  if (known !== undefined) return known.exports
  const module = { exports: {} }
  modules.set(file, module)
  const own = createRequire(file)
  const requireIn = (name) => name.startsWith('./') ? loadIn(own.resolve(name)) : own(name)
  const names = ['module', 'exports', 'require', '__filename', '__dirname']
  const run = compileFunction(readFileSync(file, 'utf8'), names, { filename: file, parsingContext })
  run(module, module.exports, Object.assign(requireIn, own), file, dirname(file))
  return module.exports
}
console.log(JSON.stringify(await everyWay(loadIn(require.resolve('payments-sandbox/testing')))))
`)
  expect(seen).toEqual(everyWayWorks)
})
