import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { flows } from '../../src/domain/transaction.ts'
import { ScenarioFilesError } from '../../src/scenarios/files/diagnostic.ts'
import { loadScenarios } from '../../src/scenarios/load.ts'
import type { ScenarioSet } from '../../src/scenarios/scenario.ts'
import { folderOf } from './scenario-folders.ts'

const builtIn = {
  'own.yaml': 'version: 1\ndefaults: { scenario: approve }\nscenarios: { approve: {}, slow: { after: 1m } }',
}

async function builtInSet(): Promise<ScenarioSet> {
  return loadScenarios({ paths: await folderOf(builtIn), strict: true })
}

function namesOf({ scenarios }: ScenarioSet): string[] {
  return scenarios.map(({ name }) => name)
}

/** The problems of a load that must fail, as `file:line:column path: message`, without the folder's name. */
async function problemsOf(load: Promise<ScenarioSet>, folder: string): Promise<string[]> {
  const error = await load.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ScenarioFilesError)) throw new Error('the files were loaded', { cause: error })
  return error.diagnostics.map(({ file, line, column, path, message }) =>
    `${file}:${line}:${column} ${path}: ${message}`.replaceAll(`${folder}/`, ''),
  )
}

test('files are read in name order, the ones of the user before the built-in ones', async () => {
  const userDir = await folderOf({
    'b.yml': 'version: 1\nscenarios: { third: {} }',
    'a.yaml': 'version: 1\nscenarios: { first: {}, second: {} }',
    'notes.txt': 'not yaml',
  })
  const set = await loadScenarios({ paths: userDir, strict: true }, await builtInSet())
  expect(namesOf(set)).toEqual(['first', 'second', 'third', 'approve', 'slow'])
  expect(set.defaultScenario).toBe('approve')
})

test('a scenario of the user replaces the built-in one of its name, and knows where it stands', async () => {
  const userDir = await folderOf({ 'my.yaml': 'version: 1\n\nscenarios:\n  slow: { after: 2m, summary: Mine }' })
  const set = await loadScenarios({ paths: userDir, strict: true }, await builtInSet())
  expect(namesOf(set)).toEqual(['slow', 'approve'])
  expect(set.scenarios[0]).toEqual({
    name: 'slow',
    source: { file: join(userDir, 'my.yaml'), line: 4 },
    summary: 'Mine',
    flows,
    match: null,
    mix: null,
    after: { minMs: 120_000, maxMs: 120_000 },
    outcome: { kind: 'approved' },
    transfers: null,
    expiresMs: null,
    partialPayments: null,
    lateTransfers: null,
    reply: { status: 'INITIATED' },
    refusal: null,
    currency: null,
    otp: null,
    webhook: { delayMs: 0, retryMs: null, timeoutMs: null, faults: null },
    written: { after: '2m', summary: 'Mine' },
    expect: null,
  })
})

test('a file may use a result that another file declares', async () => {
  const userDir = await folderOf({
    'a.yaml': 'version: 1\nscenarios: { x: { outcome: { failed: blocked } } }',
    'b.yaml': 'version: 1\nresults: { blocked: { code: "4100", source: Customer, text: Blocked } }',
  })
  const set = await loadScenarios({ paths: userDir, strict: true }, await builtInSet())
  expect(set.scenarios[0]?.outcome).toMatchObject({
    kind: 'failed',
    result: { text: 'Blocked', providerMessage: 'Failed' },
  })
})

test('the default of the user goes before the built-in one', async () => {
  const userDir = await folderOf({ 'my.yaml': 'version: 1\ndefaults: { scenario: slow }' })
  expect((await loadScenarios({ paths: userDir, strict: true }, await builtInSet())).defaultScenario).toBe('slow')
})

test('a start that names the package folder has the built-in ones once, by any path to it', async () => {
  const builtInDir = await folderOf(builtIn)
  const under = await loadScenarios({ paths: builtInDir, strict: true })
  const other = await folderOf({})
  await symlink(builtInDir, join(other, 'link'))
  for (const paths of [builtInDir, `${builtInDir}/.`, join(other, 'link'), [join(builtInDir, 'own.yaml')]]) {
    expect(namesOf(await loadScenarios({ paths, strict: true }, under))).toEqual(['approve', 'slow'])
  }
})

test('files and folders can be listed, and a file named twice is read once', async () => {
  const folder = await folderOf({
    'a.yaml': 'version: 1\nscenarios: { a: {} }',
    'b.yaml': 'version: 1\nscenarios: { b: {} }',
  })
  const userDir = [join(folder, 'b.yaml'), folder]
  const set = await loadScenarios({ paths: userDir, strict: true }, await builtInSet())
  expect(namesOf(set)).toEqual(['b', 'a', 'approve', 'slow'])
})

test('in ./scenarios only files with a top-level version are ours', async () => {
  const userDir = await folderOf({
    'mine.yaml': '# ours\n"version": 1\nscenarios: { mine: {} }',
    'json.yml': '{ version: 1, scenarios: { json: {} } }',
    'api.yaml': 'info:\n  version: 1\nscenarios: [x',
    'empty.yaml': '',
    'binary.yaml': new Uint8Array([0xff, 0xfe, 0x00]),
  })
  const set = await loadScenarios({ paths: userDir, strict: false }, await builtInSet())
  expect(namesOf(set)).toEqual(['json', 'mine', 'approve', 'slow'])
})

test('without a folder ./scenarios there are only the built-in ones', async () => {
  const builtInDir = await folderOf(builtIn)
  const under = await loadScenarios({ paths: builtInDir, strict: true })
  for (const paths of [[], join(builtInDir, 'none')]) {
    expect(namesOf(await loadScenarios({ paths, strict: false }, under))).toEqual(['approve', 'slow'])
  }
})

test('a folder that was named must exist, and every file in it must be a scenario file', async () => {
  const folder = await folderOf({
    'a.yaml': '',
    'b.yaml': new Uint8Array([0x76, 0xff, 0xfe]),
    'c.yaml': `version: 1\n#${'x'.repeat(32768)}`,
    'd.yaml': 'version: 1\nscenarios: { x: { after: 5 sec',
    'e.yaml': 'version: 1\nscenarios: { y: { outcome: { failed: wrong } } }',
  })
  await mkdir(join(folder, 'f.yaml'))
  await symlink(join(folder, 'nowhere'), join(folder, 'g.yaml'))
  const userDir = [folder, join(folder, 'none.yaml'), await folderOf({})]
  const load = loadScenarios({ paths: userDir, strict: true }, await builtInSet())
  expect(await problemsOf(load, folder)).toEqual([
    'none.yaml:1:1 : does not exist; check the path',
    `${userDir[2]}:1:1 : holds no .yaml or .yml file; name another folder`,
    'b.yaml:1:1 : is not UTF-8 text; save it as UTF-8',
    'c.yaml:1:1 : is larger than 32 KB; split it into several files',
    'f.yaml:1:1 : is a folder, not a file; move it away, or name YAML files or folders of them',
    'g.yaml:1:1 : does not exist; check the path',
    'a.yaml:1:1 : is empty; begin it with version: 1',
    'd.yaml:2:31 : is not valid YAML: Flow map in block collection must be sufficiently indented and end with a }',
  ])
})

const mine = 'version: 1\nscenarios: { mine: {} }'

test.each([true, false])('names that begin with a dot are not scenarios (the folder was named: %s)', async (strict) => {
  const folder = await folderOf({
    'mine.yaml': mine,
    '._mine.yaml': new Uint8Array([0, 5, 0x16, 7, 0, 2, 0, 0]),
    '._other.yaml': 'version: 1\nscenarios: [',
    '.mine.yaml.swp': 'b0VIM',
  })
  // Emacs marks a file that is being edited by a link that leads nowhere; others keep a copy under a hidden name.
  await symlink('ama@laptop.4242:1700000000', join(folder, '.#mine.yaml'))
  await mkdir(join(folder, '.hidden.yaml'))
  execFileSync('mkfifo', [join(folder, '.pipe.yaml')])
  expect(namesOf(await loadScenarios({ paths: folder, strict }, await builtInSet()))).toEqual([
    'mine',
    'approve',
    'slow',
  ])
})

test.each([true, false])(
  'what is not a file is refused with its kind, and never opened (named: %s)',
  async (strict) => {
    const folder = await folderOf({ 'mine.yaml': mine })
    await mkdir(join(folder, 'folder.yaml'))
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')])
    await symlink('/dev/zero', join(folder, 'device.yml'))
    const server = createServer().listen(join(folder, 'socket.yaml'))
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const instead = 'not a file; move it away, or name YAML files or folders of them'
    expect(await problemsOf(loadScenarios({ paths: folder, strict }, await builtInSet()), folder)).toEqual([
      `device.yml:1:1 : is a device, ${instead}`,
      `folder.yaml:1:1 : is a folder, ${instead}`,
      `pipe.yaml:1:1 : is a named pipe, ${instead}`,
      `socket.yaml:1:1 : is a socket, ${instead}`,
    ])
  },
)

const utf16 = {
  'little-endian, with a byte order mark': Buffer.from(`\ufeff${mine}`, 'utf16le'),
  'big-endian, with a byte order mark': Buffer.from(`\ufeff${mine}`, 'utf16le').swap16(),
  'little-endian': Buffer.from(mine, 'utf16le'),
  'big-endian': Buffer.from(mine, 'utf16le').swap16(),
}

test.each(Object.entries(utf16))('a UTF-16 file (%s) says that it is one', async (_form, bytes) => {
  const folder = await folderOf({ 'mine.yaml': bytes })
  for (const strict of [true, false])
    expect(await problemsOf(loadScenarios({ paths: folder, strict }, await builtInSet()), folder)).toEqual([
      'mine.yaml:1:1 : is UTF-16 text; save it as UTF-8',
    ])
})

test('a name declared in two files of the user is reported with the place of the other', async () => {
  const folder = await folderOf({
    'a.yaml':
      'version: 1\ndefaults: { scenario: x }\nresults: { r: { code: "1", source: S, text: T } }\nscenarios:\n  x: {}',
    'b.yaml':
      'version: 1\ndefaults: { scenario: x }\nresults: { r: { code: "2", source: S, text: T } }\nscenarios:\n  x: {}',
  })
  const load = loadScenarios({ paths: folder, strict: true }, await builtInSet())
  expect(await problemsOf(load, folder)).toEqual([
    'b.yaml:2:13 defaults.scenario: is already declared in a.yaml; remove one of the two',
    'b.yaml:3:12 results.r: is already declared in a.yaml:3; choose another name',
    'b.yaml:5:3 scenarios.x: is already declared in a.yaml:5; give one of the two another name',
  ])
})
