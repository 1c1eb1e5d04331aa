import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchNode } from '../support/cli.ts'
import { merchantProject } from '../support/merchant-project.ts'
import { mobileMoney } from '../support/requests.ts'

// jest's fake timers: examples/express-jest/own-time.test.js, which test/smoke/examples.mjs runs.

/** A merchant's test whose webhook is sent twice; `before` and `during` fake time before and after its sandbox is started. */
const journey = `
const body = JSON.stringify(${JSON.stringify(mobileMoney())})
async function journey({ before = () => {}, during = () => {} }) {
  before()
  const sandbox = await startSandbox({ clock: 'frozen' })
  during()
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url, retry: ['1s'] })
  merchant.reply(503, { times: 1 })
  const headers = { authorization: shop.apiKey, 'content-type': 'application/json' }
  const reply = await fetch(sandbox.url + '/collections/mobilemoney', { method: 'POST', headers, body })
  const { id } = await reply.json()
  await shop.advance('3s')
  await shop.advance('1s')
  const { ok } = await shop.report()
  await shop.webhook({ reference: 'order-1', status: 'COMPLETED' })
  await sandbox.stop()
  return [ok, ...merchant.webhooks.map(({ attempt, body }) => [attempt, body.id === id])]
}
const right = [true, [1, true], [2, true]]
`
const imported = `import { startSandbox } from 'payments-sandbox/testing'\n${journey}`

test('mock.timers of node:test stop no sandbox: not before it is started, not while it runs, not afterwards', async () => {
  const cwd = merchantProject({
    'it.test.mjs': `import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
${imported}
afterEach(() => mock.timers.reset())
const fake = () => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] })
for (const when of [{ before: fake }, { during: fake }, {}]) test('it', async () => assert.deepEqual(await journey(when), right))
`,
  })
  const { code, stdout } = await launchNode(['--test', '--test-timeout=20000', '--test-reporter=tap', 'it.test.mjs'], {
    cwd,
  }).ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/# pass 3\n# fail 0\n/) })
})

test('a sandbox that is loaded while mock.timers hold Node’s own is refused, with what to do', async () => {
  const text = `import { mock } from 'node:test'
mock.timers.enable({ apis: ['setImmediate'] })
const { startSandbox } = await import('payments-sandbox/testing')
await startSandbox().catch(({ message }) => console.log(message))
`
  const { stdout } = await launchNode(['it.mjs'], { cwd: merchantProject({ 'it.mjs': text }) }).ended
  expect(stdout).toBe(`startSandbox() has no real timers: fake ones were there before payments-sandbox was loaded.
  Import payments-sandbox/testing before the timers are faked, for example at the top of the setup file that fakes them.
`)
})

test('fake timers of vitest stop no sandbox and get no timer of it', async () => {
  const cwd = merchantProject(
    {
      'it.test.mjs': `import { afterEach, expect, test, vi } from 'vitest'
${imported}
afterEach(() => vi.useRealTimers())
const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'Date', 'performance', 'hrtime']
for (const options of [undefined, { toFake }, { toFake, now: 0 }]) {
  const fake = () => vi.useFakeTimers(options)
  for (const when of [{ before: fake }, { during: fake }, {}]) test('it', async () => expect(await journey(when)).toEqual(right))
}
test('no timer', async () => {
  const sandbox = await startSandbox({ clock: 'frozen' })
  vi.useFakeTimers()
  const shop = await sandbox.business({ receive: () => new Response() })
  const headers = { authorization: shop.apiKey, 'content-type': 'application/json' }
  await sandbox.fetch('/collections/mobilemoney', { method: 'POST', headers, body })
  await shop.advance('3s')
  expect(vi.getTimerCount()).toBe(0)
  await sandbox.stop()
})
`,
    },
    ['vitest'],
  )
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const { code, stdout } = await launchNode([vitest, 'run', '--reporter=json'], { cwd }).ended
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ success: true, numPassedTests: 10, numFailedTests: 0 })
})

test('a context of a global scope that was faked before the package is loaded, as jest makes it with enableGlobally', async () => {
  const text = `
class FakeDate extends Date { static now() { return 0 } constructor(...given) { super(...(given.length ? given : [0])) } }
Object.assign(globalThis, { Date: FakeDate, setTimeout() {}, setInterval() {}, setImmediate() {}, clearTimeout() {} })
const { startSandbox } = await import('payments-sandbox/testing')
const sandbox = await startSandbox()
const { apiKey } = await sandbox.business()
const reply = await sandbox.fetch('/_sandbox/clock', { headers: { authorization: apiKey } })
console.log(Date.parse((await reply.json()).now) > 1e12)
await sandbox.stop()
`
  const { code, stdout } = await launchNode(['it.mjs'], { cwd: merchantProject({ 'it.mjs': text }) }).ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'true\n' })
})
