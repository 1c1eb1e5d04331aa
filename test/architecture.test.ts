import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { breaches } from './support/architecture.ts'
import { architectureRules } from './support/architecture-rules.ts'

const src = join(import.meta.dirname, '..', 'src')

/** What the rules say of made-up files, given as path -> text. */
function judge(files: Readonly<Record<string, string>>): string[] {
  return breaches(new Map(Object.entries(files)), architectureRules)
}

test('src keeps the rules of the house', () => {
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  const files = new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(join(src, path), 'utf8')]))
  expect(files.has('time.ts')).toBe(true)
  expect(breaches(files, architectureRules)).toEqual([])
})

test.each([
  ['a static import', "import { settle } from '../engine/settle.ts'"],
  ['a type-only import', "import type { Job } from '../engine/job.ts'"],
  ['a re-export', "export * from '../engine/settle.ts'"],
  ['a dynamic import', "const load = () => import('../engine/settle.ts')"],
  ['a type that imports', "export type Settle = typeof import('../engine/settle.ts')"],
  ['a require', "const { settle } = require('../engine/settle.ts')"],
  ['an import for its effects', "import '../engine/settle.ts'"],
])('%s across a border is found, with its line', (_kind, line) => {
  const [breach] = judge({ 'domain/wallet.ts': `\n${line}\n` })
  expect(breach).toMatch(
    /^src\/domain\/wallet\.ts:2 imports engine\/(settle|job)\.ts: domain may import only catalogue, time, text, error-code, make-folder, domain; /,
  )
  expect(breach).toMatch(/move the code, or let sandbox\.ts pass in what it needs$/)
})

const importMatrix: readonly (readonly [path: string, target: string, allowed: boolean])[] = [
  ['catalogue/banks.ts', '../domain/money.ts', false],
  ['domain/money.ts', '../catalogue/currencies.ts', true],
  ['domain/money.ts', '../contract/field.ts', false],
  ['domain/clock.ts', '../time.ts', true],
  ['time.ts', './domain/clock.ts', false],
  ['scenarios/load.ts', '../domain/plan.ts', true],
  ['scenarios/load.ts', '../engine/begin.ts', false],
  ['store/store.ts', '../domain/change.ts', true],
  ['store/sqlite/apply.ts', '../store.ts', true],
  ['store/sqlite/apply.ts', '../../catalogue/results.ts', false],
  ['contract/endpoint.ts', '../http/app.ts', false],
  ['engine/begin.ts', '../scenarios/select.ts', true],
  ['engine/runner.ts', '../webhooks/http/post.ts', false],
  ['webhooks/http/post.ts', '../../store/store.ts', true],
  ['webhooks/http/post.ts', '../../engine/runner.ts', false],
  ['flows/payments/query.ts', '../../engine/begin.ts', true],
  ['flows/payments/query.ts', '../../http/app.ts', false],
  ['control/clock.ts', '../webhooks/retry.ts', true],
  ['control/clock.ts', '../flows/index.ts', false],
  ['http/app.ts', '../contract/endpoint.ts', true],
  ['http/app.ts', '../flows/index.ts', false],
  ['config.ts', './domain/duration.ts', true],
  ['config.ts', './scenarios/load.ts', false],
  ['sandbox.ts', './store/sqlite/sqlite-store.ts', true],
  ['cli/start.ts', '../sandbox.ts', true],
  ['cli/listen.ts', '../webhooks/sign.ts', true],
  ['cli/listen.ts', '../webhooks/http/post.ts', false],
  ['cli/start.ts', '../http/app.ts', false],
  ['testing/index.ts', '../webhooks/sign.ts', true],
  ['testing/index.ts', '../cli/start.ts', false],
  ['index.ts', './sandbox.ts', true],
  ['index.ts', './http/app.ts', false],
  ['cli/version.ts', '../../package.json', true],
  ['cli/version.ts', '../../test/support/receiver.ts', false],
]

test.each(importMatrix)('%s importing %s is allowed: %s', (path, target, allowed) => {
  expect(judge({ [path]: `import { it } from '${target}'` })).toHaveLength(allowed ? 0 : 1)
})

test('the dashboard may import types of the control API, and nothing that runs', () => {
  expect(judge({ 'dashboard/app.tsx': "import type { View } from '../control/clock.ts'" })).toEqual([])
  expect(judge({ 'dashboard/app.tsx': "import { view } from '../control/clock.ts'" })).toEqual([
    'src/dashboard/app.tsx:1 imports control/clock.ts: dashboard may import only types of control, types of domain, words, types of oracle, catalogue/flows, control-client/event-parser, control-client/failure, control-client/sending, time, text, error-code, make-folder, dashboard; move the code, or let sandbox.ts pass in what it needs',
  ])
})

test('the dashboard may import nothing of Node', () => {
  expect(judge({ 'dashboard/app.tsx': "import { join } from 'node:path'" })).toEqual([
    'src/dashboard/app.tsx:1 imports node:path: a browser has nothing of Node',
  ])
})

test.each([
  ['preact', 'control/page.ts', 'dashboard/main.tsx'],
  ['@preact/signals', 'cli/tail.ts', 'dashboard/state/route.ts'],
  ['better-sqlite3', 'store/store.ts', 'store/sqlite/file/database.ts'],
  ['hono', 'control/events.ts', 'http/app.ts'],
  ['hono/streaming', 'sandbox.ts', 'http/control/event-response.ts'],
  ['@hono/node-server', 'testing/receiver.ts', 'http/port/request-listener.ts'],
  ['undici', 'webhooks/sign.ts', 'webhooks/http/post.ts'],
  ['yaml', 'scenarios/load.ts', 'yaml/read-yaml.ts'],
  ['yaml', 'config-file.ts', 'scenarios/files/scenario-yaml.ts'],
  ['commander', 'config.ts', 'cli/main.ts'],
  ['node:timers/promises', 'engine/scheduler.ts', 'time/own-timers.ts'],
  ['node:perf_hooks', 'webhooks/http/post.ts', 'time/own-timers.ts'],
])('%s is not for %s but for %s', (name, stranger, home) => {
  const text = `import type { It } from '${name}'`
  const owned = name.startsWith('node:') ? name : name.replace(/^([^@][^/]*|@[^/]+\/[^/]+)\/.*/, '$1')
  expect(judge({ [stranger]: text })).toEqual([expect.stringContaining(`src/${stranger}:1 imports ${owned}: only `)])
  expect(judge({ [home]: text })).toEqual([])
})

test('zod and the plain parts of Node are for everyone', () => {
  expect(judge({ 'domain/x.ts': "import { z } from 'zod'\nimport { createHash } from 'node:crypto'" })).toEqual([])
})

test.each([
  ['Date.now', 'const at = Date.now()', 'time.ts'],
  ['Date.now', 'const clock = globalThis.Date.now', 'time.ts'],
  ['Date.now', 'const { now } = Date', 'time.ts'],
  ['new Date()', 'const at = new Date()', 'time.ts'],
  ['new Date()', 'const at = new Date', 'time.ts'],
  ['setTimeout', 'setTimeout(run, 5)', 'time.ts'],
  ['setInterval', 'const tick = { setInterval }', 'time.ts'],
  ['setImmediate', 'later(setImmediate)', 'time.ts'],
  ['AbortSignal.timeout', 'const signal = AbortSignal.timeout(5)', 'time.ts'],
  ['performance.now', 'const at = performance.now()', 'time.ts'],
  ['queueMicrotask', 'queueMicrotask(run)', 'time/'],
  ['process.nextTick', 'process.nextTick(run)', 'time/'],
  ['Math.random', 'const id = Math.random()', 'nowhere'],
  ['randomUUID', "import { randomUUID } from 'node:crypto'", 'nowhere'],
  ['crypto.randomUUID', 'const id = crypto.randomUUID()', 'nowhere'],
  ['process.env', 'const key = process.env.KEY', 'cli/environment.ts'],
  ['process.env', 'const { env } = process', 'cli/environment.ts'],
  ['console', 'console.log(1)', 'nowhere'],
  ['process.stdout', "process.stdout.write('x')", 'cli/'],
  ['process.stderr', "process?.stderr.write('x')", 'cli/'],
  ['URL.canParse', 'if (URL.canParse(text)) send(text)', 'nowhere'],
  ['URL.canParse', 'texts.filter(URL.canParse)', 'nowhere'],
  ['fetch', 'await fetch(url)', 'cli/'],
])('%s has one home: `%s` is refused elsewhere', (name, text, home) => {
  const [breach, ...more] = judge({ 'engine/runner.ts': `// why\n${text}` })
  expect(more).toEqual([])
  expect(breach?.startsWith(`src/engine/runner.ts:2 uses ${name}: its home is ${home}`)).toBe(true)
  if (home !== 'nowhere') expect(judge({ [home.endsWith('/') ? `${home}x.ts` : home]: text })).toEqual([])
})

test.each([
  ['a date of a given time', 'new Date(at).toISOString()'],
  [
    'a member that has a global name',
    'shop.setTimeout(5); app.fetch(request); const o = { console: 1, fetch: app.fetch }',
  ],
  ['a method that has a global name', 'export interface Clock { setTimeout(ms: number): void }'],
  ['a word in a string or a comment', "const text = 'Date.now() and console' // process.env"],
])('%s is not mistaken for a use of the global', (_what, text) => {
  expect(judge({ 'domain/x.ts': text })).toEqual([])
})

test('an import whose module is computed is refused, because no rule can see it', () => {
  expect(judge({ 'engine/x.ts': 'await import(name)' })).toEqual([
    'src/engine/x.ts:1 imports a computed name: write the module as a string, so that its rule can be checked',
  ])
})

test('a file in no known folder is refused', () => {
  expect(judge({ 'utils/strings.ts': '', 'helpers.ts': '' })).toEqual([
    expect.stringMatching(
      /^src\/utils\/strings\.ts is in no known folder: put it in one of time, catalogue, .*, or add a row to the table$/,
    ),
    expect.stringMatching(/^src\/helpers\.ts is in no known folder: /),
  ])
})

test('folders that import each other are refused, through however many others', () => {
  const circle = judge({
    'sandbox.ts': "import './cli/start.ts'",
    'cli/start.ts': "import '../config.ts'",
    'config.ts': "import './domain/money.ts'",
    'domain/money.ts': "import '../sandbox.ts'",
  })
  expect(circle).toContain('src: sandbox -> cli -> config -> domain -> sandbox import each other: turn one arrow round')
  expect(judge({ 'sandbox.ts': "import './cli/start.ts'", 'cli/start.ts': "import '../sandbox.ts'" })).toContain(
    'src: sandbox -> cli -> sandbox import each other: turn one arrow round',
  )
})

test.each([
  ['directly', { 'domain/a.ts': "import './b.ts'", 'domain/b.ts': "import './a.ts'" }, 'domain/a.ts -> domain/b.ts'],
  [
    'through others, beside files that are in no circle',
    {
      'domain/a.ts': "import './b.ts'",
      'domain/b.ts': "import './c.ts'\nimport './free.ts'",
      'domain/c.ts': "import './a.ts'",
      'domain/free.ts': '',
    },
    'domain/a.ts -> domain/b.ts -> domain/c.ts',
  ],
  [
    'by types alone',
    { 'domain/a.ts': "import type { B } from './b.ts'", 'domain/b.ts': "export type { A } from './a.ts'" },
    'domain/a.ts -> domain/b.ts',
  ],
  [
    'lazily',
    { 'domain/a.ts': "const load = () => import('./b.ts')", 'domain/b.ts': "import './a.ts'" },
    'domain/a.ts -> domain/b.ts',
  ],
])('files of one folder that import each other %s are refused', (_how, files, circle) => {
  expect(judge(files)).toEqual([`src: ${circle} -> domain/a.ts import each other: turn one arrow round`])
})

test('a file that imports another twice, or itself imported by two, is in no circle', () => {
  expect(
    judge({
      'domain/a.ts': "import './c.ts'",
      'domain/b.ts': "import './c.ts'\nimport './a.ts'",
      'domain/c.ts': '',
    }),
  ).toEqual([])
})

test.each([
  ['engine/begin/begin.ts', '../settle/settle.ts', true],
  ['engine/settle/settle.ts', '../deliver/queue-webhook.ts', true],
  ['engine/settle/settle.ts', '../begin/begin.ts', false],
  ['engine/deliver/attempt.ts', '../settle/settle.ts', false],
  ['engine/begin/begin.ts', '../schedule/runner.ts', false],
])('the way of a transaction is one way: %s importing %s is allowed: %s', (path, target, allowed) => {
  expect(judge({ [path]: `import { it } from '${target}'` })).toHaveLength(allowed ? 0 : 1)
})
