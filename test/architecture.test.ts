import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { breaches } from './architecture/architecture.ts'
import { architectureRules } from './architecture/architecture-rules.ts'

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
])('%s across a border is found, with its line', (_kind, line) => {
  const [breach] = judge({ 'domain/wallet.ts': `\n${line}\n` })
  expect(breach).toMatch(
    /^src\/domain\/wallet\.ts:2 imports engine\/(settle|job)\.ts: domain may import only catalogue, time, text, grouped, error-code, make-folder, domain; /,
  )
  expect(breach).toMatch(/move the code, or let sandbox\.ts pass in what it needs$/)
})

test.each([
  ['a folder of the row', 'store/sqlite/apply.ts', '../../domain/change.ts', true],
  ['one file of a folder', 'cli/listen.ts', '../webhooks/sign.ts', true],
  ['another file of that folder', 'cli/listen.ts', '../webhooks/http/post.ts', false],
  ['package.json', 'cli/version.ts', '../../package.json', true],
  ['what is outside src', 'cli/version.ts', '../../test/support/receiver.ts', false],
  ['a later room', 'engine/begin/begin.ts', '../settle/settle.ts', true],
  ['an earlier room', 'engine/settle/settle.ts', '../begin/begin.ts', false],
  ['a room with a row of its own', 'report/junit.ts', '../judge/rules/table.ts', true],
  ['another room of its folder', 'report/junit.ts', '../judge/verdict/oracle.ts', false],
  ['what its folder may import', 'judge/rules/table.ts', '../../store/store.ts', false],
])('%s: %s importing %s is allowed: %s', (_what, path, target, allowed) => {
  expect(judge({ [path]: `import { it } from '${target}'` })).toHaveLength(allowed ? 0 : 1)
})

test('the dashboard may import types of the control API, and nothing that runs', () => {
  expect(judge({ 'dashboard/app.tsx': "import type { View } from '../control/clock.ts'" })).toEqual([])
  expect(judge({ 'dashboard/app.tsx': "import { view } from '../control/clock.ts'" })).toEqual([
    expect.stringContaining(
      'src/dashboard/app.tsx:1 imports control/clock.ts: dashboard may import only types of control',
    ),
  ])
})

test('the dashboard may import nothing of Node', () => {
  expect(judge({ 'dashboard/app.tsx': "import { join } from 'node:path'" })).toEqual([
    'src/dashboard/app.tsx:1 imports node:path: a browser has nothing of Node',
  ])
})

test.each([
  ['hono/streaming', 'sandbox.ts', 'http/control/event-response.ts'],
  ['@hono/node-server', 'testing/receiver.ts', 'http/port/request-listener.ts'],
  ['node:timers/promises', 'engine/scheduler.ts', 'time/own-timers.ts'],
])('%s is not for %s but for %s', (name, stranger, home) => {
  const text = `import type { It } from '${name}'`
  expect(judge({ [stranger]: text })).toEqual([
    expect.stringMatching(new RegExp(`^src/${stranger}:1 imports ${name.replace('/streaming', '')}: only `)),
  ])
  expect(judge({ [home]: text })).toEqual([])
})

test.each([
  ['Date.now', 'const clock = globalThis.Date.now', 'time.ts'],
  ['new Date()', 'const at = new Date', 'time.ts'],
  ['setInterval', 'const tick = { setInterval }', 'time.ts'],
  ['crypto.randomUUID', 'const id = crypto.randomUUID()', 'nowhere'],
  ['process.env', 'const { env } = process', 'cli/environment.ts'],
  ['process.stderr', "process?.stderr.write('x')", 'cli/'],
  ['URL.canParse', 'texts.filter(URL.canParse)', 'nowhere'],
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
