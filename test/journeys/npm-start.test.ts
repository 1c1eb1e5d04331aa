import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { folderWith, launchCommand } from '../support/cli.ts'
import { until } from '../support/until.ts'

const root = join(import.meta.dirname, '..', '..')
const sources = [
  'src/text.ts',
  'src/engine/begin.ts',
  'src/dashboard/main.tsx',
  'src/control-client/sending.ts',
  'scenarios/mobile-money.yaml',
  'fixtures/rates.yaml',
  'build/shipped-files.ts',
  'tsdown.config.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** A clone with files of a line each, the scripts of this one, and its built program. */
function clone(): string {
  const folder = folderWith(Object.fromEntries(sources.map((name) => [name, '// one line\n'])))
  for (const name of ['start.mjs', 'build.mjs', 'what-changed.mjs'])
    cpSync(join(root, 'build', name), join(folder, 'build', name))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  for (const name of ['bin', 'node_modules']) symlinkSync(join(root, name), join(folder, name))
  return folder
}

/** What `changedParts` of a clone says, or `recordBuild` does. */
function ask(folder: string, call: 'changedParts' | 'recordBuild'): unknown {
  const script = pathToFileURL(join(folder, 'build', 'what-changed.mjs')).href
  const code = `import { ${call} } from '${script}'\nprocess.stdout.write(JSON.stringify(${call}() ?? null))`
  return JSON.parse(spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout)
}

function build(folder: string): void {
  for (const name of ['dist/cli.cjs', 'dist/page/index.html.br']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), '')
  }
  ask(folder, 'recordBuild')
}

test('a clone is built once, and then where its files have changed', () => {
  const folder = clone()
  expect(ask(folder, 'changedParts')).toEqual(['program', 'page'])
  build(folder)
  const changedBy = sources.map((name) => {
    const before = readFileSync(join(folder, name))
    appendFileSync(join(folder, name), '// more\n')
    const changed = ask(folder, 'changedParts')
    writeFileSync(join(folder, name), before)
    return [name, changed]
  })
  expect(Object.fromEntries(changedBy)).toEqual({
    'src/text.ts': ['program', 'page'],
    'src/engine/begin.ts': ['program'],
    'src/dashboard/main.tsx': ['page'],
    'src/control-client/sending.ts': ['program', 'page'],
    'scenarios/mobile-money.yaml': ['program'],
    'fixtures/rates.yaml': ['program'],
    'build/shipped-files.ts': ['program', 'page'],
    'tsdown.config.ts': ['program'],
    'vite.config.ts': ['page'],
    'package-lock.json': ['program', 'page'],
  })
  expect(ask(folder, 'changedParts')).toEqual([])
})

const start = ['npm', 'start', '--silent', '--', '--port', '0', '--data', ':memory:']

test('npm start says that it builds before it does, and ends where that fails', async () => {
  const folder = clone()
  writeFileSync(join(folder, 'tsdown.config.ts'), "throw new Error('this build fails')\n")
  const { code, stdout, stderr } = await launchCommand(start, { cwd: folder }).ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^building the sandbox \.\.\.\n[\s\S]*this build fails/)
  expect(stderr).not.toMatch(/Node\.js v\S+ is deprecated/)
})

test.each(['SIGTERM', 'SIGKILL'] as const)('%s for npm ends the sandbox that npm start started', async (signal) => {
  const folder = clone()
  build(folder)
  const npm = launchCommand(start, { cwd: folder })
  const url = (await npm.line(/ready/)).replace(/^.* on /, '')
  npm.signal(signal)
  await until('the sandbox says that it stopped', () => npm.stderr.includes('stopped;') || undefined)
  await expect(fetch(url)).rejects.toThrow()
  await npm.ended
  expect(npm.stderr).not.toContain('building')
})
