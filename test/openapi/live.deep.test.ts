import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Examples } from '../../src/contract/openapi/examples.ts'
import type { Json } from '../../src/domain/json.ts'
import { slotOf } from '../../src/domain/slots.ts'
import { packageRoot, packageVersion } from '../../src/package-root.ts'
import { worldPacker } from '../../src/world-file/file.ts'
import { worldFormat } from '../../src/world-file/records.ts'
import { known, readDocument } from '../support/api-document.ts'
import { call } from '../support/call.ts'
import { openParts } from '../support/opened-parts.ts'
import { openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { type Asking, createRecorder } from '../support/recorder.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { makeMerchantCalls, varyEverything } from './merchant-calls.ts'
import { makeSandboxCalls } from './sandbox-calls.ts'

/**
 * What the sandbox answers, held against what its document says: every endpoint, every status. The examples that the
 * document shows are these answers; `npm run openapi` records them again.
 */

const backups = mkdtempSync(join(tmpdir(), 'payments-sandbox-backups-'))
const sandbox = await openSharedSandbox({ backupTo: backups }, { ending: { by: 'call', end: () => {} } })
const { body } = await call(sandbox.url, '/_sandbox/openapi.json')
const document = readDocument(body)
const recorder = createRecorder(sandbox.url, document)
const { ask, requestOf } = recorder
afterAll(() => rmSync(backups, { recursive: true }))
const operations = [...document.operations.values()]
const declaring = (status: number, which = (_: (typeof operations)[number]) => true) =>
  operations.filter((operation) => operation.statuses.includes(status) && which(operation)).map(({ name }) => name)

/** A request that nothing is wrong with, from a business of its own. */
function valid(name: string, key: string) {
  return { key, ...requestOf(name), ...newFile(name), ...(name === 'importWorld' ? { body: worldFile } : {}) }
}

const worldFile = await emptyWorld()
function emptyWorld(): Promise<Buffer> {
  const packer = worldPacker()
  const made = { format: worldFormat, version: packageVersion(), seed: 1, defaultScenario: null, prunedBefore: null }
  packer.write({ kind: 'world', key: 'test_shop', at: 0, clock: { mode: 'frozen', rate: 1 }, settings: {}, ...made })
  return packer.end()
}

/** A backup overwrites nothing: each call of it names another file. */
function newFile(name: string): Asking {
  return name === 'backUp' ? { body: { file: join(backups, `${randomUUID()}.db`) } } : {}
}

test("a merchant's calls and webhooks are as the document says", async () => {
  const merchant = await startMerchant()
  await makeMerchantCalls({ sandbox, recorder, merchant, document })
})

test("the sandbox's own calls are as the document says", async () => {
  const merchant = await startMerchant()
  await makeSandboxCalls({ sandbox, recorder, merchant })
})

test('every operation has an example, but the document itself and the two that take a file', () => {
  const shown = Object.keys(recorder.examples().operations)
  expect(declaring(200).filter((name) => !shown.includes(name))).toEqual(['importWorld', 'backUp', 'showOpenApi'])
})

test('a status, a header, a shape or a content type that the document does not tell of would be found', async () => {
  const answer = await call(sandbox.url, '/balance', { key: 'test_guard' })
  const { headers } = answer
  const faults = (changes: object) => document.faultsOf('showBalance', { ...answer, ...changes })
  expect(faults({})).toEqual([])
  expect(faults({ status: 418 })).toEqual([expect.stringMatching(/^418 is not declared/)])
  expect(faults({ headers: { ...headers, 'x-sandbox-new': '1' } })).toEqual([
    'the header x-sandbox-new is not declared',
  ])
  expect(faults({ headers: { 'content-type': 'text/html' } })).toEqual(['the content type text/html is not declared'])
  expect(faults({ body: [{ currency: 'GHS' }] })).toEqual(["/0 must have required property 'balance'"])
  expect(faults({ body: [{ ...answer.body[0], extra: 1 }] })).toEqual(['/0 must NOT have additional properties'])
})

test.each(declaring(400, ({ isService }) => isService))('%s without its fields is a 400', async (name) => {
  const { params } = requestOf(name)
  const { hasBody } = known(document.operations, name)
  const asking = { key: 'test_fields', ...(params ? { params } : {}), ...(hasBody ? { body: {} } : {}) }
  expect((await ask(name, asking)).status).toBe(400)
})

test.each(declaring(400, ({ isService }) => !isService))('%s with what it does not take is a 400', async (name) => {
  const example = name === 'advanceClock' ? { example: 'an unknown parameter' } : {}
  const params = name === 'showPhone' ? { params: { number: 'none' } } : {}
  expect((await ask(name, { ...requestOf(name), query: { unknown: '1' }, ...params, ...example })).status).toBe(400)
})

test.each(declaring(401, ({ isService }) => !isService))('%s for a key that is none is a 401', async (name) => {
  const example = name === 'showClock' ? { example: 'a key that is none' } : {}
  expect((await ask(name, { ...requestOf(name), key: 'live_x', ...example })).status).toBe(401)
})

// D44: a monitor that sends a key of some kind is let in.
test('what acts on no business takes any key', async () => {
  const names = operations
    .filter(({ isService, statuses }) => !isService && !statuses.includes(401))
    .map(({ name }) => name)
  // The receiver takes any key, too: its 401 is about a signature.
  expect(names.sort()).toEqual([
    'backUp',
    'checkLive',
    'checkReady',
    'listPages',
    'openSession',
    'showInfo',
    'showMetrics',
    'showOpenApi',
    'showPageFile',
    'showReference',
    'showReferenceFile',
    'showReferencePage',
    'stopSandbox',
  ])
  for (const name of names) expect((await ask(name, valid(name, 'live_x'))).status).toBe(200)
})

test.each(declaring(401, ({ isService }) => isService))('%s without a key is a 401', async (name) => {
  const example = name === 'findPayment' ? { example: 'no key' } : {}
  expect((await ask(name, { ...requestOf(name), ...example })).status).toBe(401)
})

const health = ['checkLive', 'checkReady']

test.each(health)('%s for a page of another site is a 403, and under a strange Host it is answered', async (name) => {
  const headers = { host: 'web-1:4747' }
  expect((await ask(name, { ...valid(name, 'test_host'), headers })).status).toBe(200)
  const ofPage = { ...headers, origin: 'http://web-2' }
  expect((await ask(name, { ...valid(name, 'test_host'), headers: ofPage })).status).toBe(403)
})

test.each(declaring(403, ({ name }) => !health.includes(name)))('%s under a strange Host is a 403', async (name) => {
  const example = name === 'findPayment' || name === 'showClock' ? { example: 'another Host' } : {}
  const headers = { host: 'web-1:4747' }
  expect((await ask(name, { ...valid(name, 'test_host'), headers, ...example })).status).toBe(403)
})

test.each(declaring(413))('%s with a body over its limit is a 413', async (name) => {
  const example = name === 'collectMobileMoney' || name === 'advanceClock' ? { example: 'over 1 MiB' } : {}
  const body = Buffer.alloc(name === 'importWorld' ? 64 * 1024 * 1024 + 1 : 1024 * 1024 + 1, 'x')
  expect((await ask(name, { ...valid(name, 'test_large'), body, ...example })).status).toBe(413)
})

test.each(declaring(421))('%s with a key of another slot is a 421', async (name) => {
  const elsewhere = await openSandbox({ slots: `${(slotOf('test_slot') + 1) % 1024}` })
  const example = name === 'findPayment' || name === 'showClock' ? { example: 'a key of another slot' } : {}
  expect((await ask(name, { ...valid(name, 'test_slot'), ...example }, elsewhere.url)).status).toBe(421)
})

const changing = declaring(409, ({ isService }) => !isService).filter(
  (name) => !['checkReady', 'backUp', 'resetBusiness', 'stopSandbox'].includes(name),
)

test.each(changing)('%s of a sealed business is a 409', async (name) => {
  const sealed = await openSandbox()
  await call(sealed.url, '/_sandbox/seal', { key: 'test_sealed', body: {} })
  expect((await ask(name, valid(name, 'test_sealed'), sealed.url)).status).toBe(409)
})

test.each(declaring(429, ({ isService }) => !isService))('%s of one business too many is a 429', async (name) => {
  const full = await openSandbox({ maxBusinesses: 1 })
  await full.shop().collect()
  const example = name === 'advanceClock' ? { example: 'one business too many' } : {}
  expect((await ask(name, { ...valid(name, 'test_further'), ...example }, full.url)).status).toBe(429)
})

test.each(declaring(429, ({ isService }) => isService))(
  '%s too often is a 429 that says when to come again',
  async (name) => {
    const example = name === 'findPayment' ? { example: 'too many requests' } : {}
    sandbox.declare('test_hurried', { rateLimit: { requests: 1, per: '1h' } })
    await call(sandbox.url, '/balance', { key: 'test_hurried' })
    const answer = await ask(name, { ...valid(name, 'test_hurried'), ...example })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  },
)

test.each(declaring(500))('%s from an address that is not allowed is a 500', async (name) => {
  const example = name === 'findPayment' ? { example: 'an address that is not allowed' } : {}
  sandbox.declare('test_elsewhere', { ipAllowList: ['192.0.2.1'] })
  expect((await ask(name, { ...valid(name, 'test_elsewhere'), ...example })).status).toBe(500)
})

test.each(declaring(201))('%s is a 201 where the business says so', async (name) => {
  sandbox.declare('test_created', { createdStatus: 201 })
  expect((await ask(name, valid(name, 'test_created'))).status).toBe(201)
})

test('every call that needs the database is a 503 without it, and no other is', async () => {
  const parts = await openParts(backups)
  parts.store.close()
  const answers = await Promise.all(
    operations.map(async ({ name }) => {
      const example = name === 'findPayment' || name === 'freezeClock' ? { example: 'no database' } : {}
      const { status } = await ask(name, { ...valid(name, 'test_shop'), ...example }, parts.url)
      return `${name} ${status}`
    }),
  )
  expect(answers.filter((answer) => answer.endsWith(' 503'))).toEqual(
    declaring(503)
      .filter((name) => name !== 'checkReady')
      .map((name) => `${name} 503`),
  )
})

test('a sandbox that drains is not ready: a 503', async () => {
  const sandbox = await openSandbox({ drain: '10m' })
  const draining = sandbox.drain()
  expect((await ask('checkReady', {}, sandbox.url)).status).toBe(503)
  await sandbox.close()
  await draining
})

test('with a token every call of the control API but the pages and the receiver of webhooks demands it', async () => {
  const guarded = await openSandbox({ token: 'secret' })
  const names = declaring(403, ({ isService }) => !isService)
  const statuses = await Promise.all(
    names.map(async (name) => {
      const example = name === 'showClock' ? { example: 'no token' } : {}
      return [name, (await ask(name, { ...valid(name, 'test_guarded'), ...example }, guarded.url)).status]
    }),
  )
  const open = statuses.filter(([, status]) => status !== 403)
  expect(open).toEqual([
    ['receiveWebhook', 401],
    ['showReference', 200],
    ['showReferenceFile', 200],
    ['showReferencePage', 200],
    ['listPages', 200],
    ['showPageFile', 200],
    ['openSession', 200],
  ])
})

test('every refusal has an example', () => {
  expect(Object.keys(recorder.examples().refusals).sort()).toEqual(Object.keys(body.components.responses).sort())
})

test('records in every form of the setting variance are as the document says', async () => {
  await varyEverything({ sandbox: await openSandbox(), recorder })
})

test.each([429, 500, 503])('a scenario that fails with %i does so as the document says', async (status) => {
  const yaml = `version: 1\nscenarios:\n  failing:\n    respond: { httpStatus: ${status} }\n`
  const { url } = await startWithScenarios(yaml)
  const headers = { 'x-sandbox-scenario': 'failing' }
  const answer = await ask('collectMobileMoney', { ...valid('collectMobileMoney', 'test_document'), headers }, url)
  expect(answer.status).toBe(status)
  expect(answer.headers['x-sandbox-scenario']).toMatch(/^failing/)
})

test('every status that the document declares was answered', () => {
  const declared = operations.flatMap(({ name, statuses }) => statuses.map((status) => `${name} ${status}`))
  expect(declared.filter((one) => !recorder.answered.has(one))).toEqual([])
})

test('the examples of the document are these answers', async () => {
  const { operations, ...others } = recorder.examples()
  const text = JSON.stringify({ operations: { ...operations, ...shortened(operations) }, ...others }, null, 1)
    .replaceAll(packageRoot(), '/app/node_modules/payments-sandbox')
    .replaceAll(sandbox.url.replace('http://', ''), '127.0.0.1:4747')
    .replaceAll(new RegExp(`(?<="pid": |process )${process.pid}\\b`, 'g'), '4711')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/hook/g, 'https://merchant.example/webhooks')
    .replaceAll(/(send webhook \w+ to) http:\/\/127\.0\.0\.1:\d+/g, '$1 https://merchant.example')
    .replaceAll(`payments-sandbox/${packageVersion()}`, 'payments-sandbox/0.1.0')
    .replaceAll(`"version": "${packageVersion()}"`, '"version": "0.1.0"')
    .replaceAll(/"[^"]+(?=\/mine\.yaml")/g, '"scenarios')
    .replaceAll(/"durationMs": \d+/g, '"durationMs": 3')
  await expect(`${text}\n`).toMatchFileSnapshot(join(packageRoot(), 'fixtures', 'examples.json'))
})

/** Two scenarios are enough to show what the list is like. */
function shortened({ listScenarios }: Examples['operations']): Examples['operations'] {
  const { data = [], ...others } = (listScenarios?.answer ?? {}) as { readonly data?: Json[] }
  return { listScenarios: { answer: { data: data.slice(0, 2), ...others } } }
}
