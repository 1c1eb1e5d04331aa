import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { type Cli, launchCommand, launchNode } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { merchantProject } from '../support/merchant-project.ts'

const root = join(import.meta.dirname, '..', '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

const blocks = [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, text = '']) => ({ language, text }))
const [start = '', demo = '', ignored = ''] = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
const [found = '', finding = ''] = blocks.filter(({ language }) => language === 'text').map(({ text }) => text)
const [testFile = ''] = blocks.filter(({ language }) => language === 'js').map(({ text }) => text)

test('README has these blocks and no other, each executed here', () => {
  expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh', 'text', 'sh', 'js', 'text'])
})

test('README’s commands, one after the other, lead to a wrong PIN and to a prompt that was ignored', {
  timeout: 60_000,
}, async () => {
  const port = await freePort()
  const env = {
    PAYMENTS_SANDBOX_PORT: String(port),
    PAYMENTS_SANDBOX_URL: `http://127.0.0.1:${port}`,
    PAYMENTS_SANDBOX_DATA: ':memory:',
  }
  /** Runs a block in this folder as a shell does; `exec` makes the command itself the process that is stopped. */
  const shell = (text: string): Cli => {
    const line = text.trim().replaceAll('4747', String(port))
    return launchCommand(['bash', '-ec', line], { cwd: root, env })
  }
  const install = 'npm ci && '
  expect(start.trim()).toBe(`${install}npm start`)
  // What `npm start` and `npx` make of it, without their processes between; .ci/run has `npm ci` and `npm start` themselves.
  const sandbox = shell(`exec ${manifest.scripts.start}`)
  expect(await sandbox.line(/ready/)).toBe(`payments-sandbox ready on ${env.PAYMENTS_SANDBOX_URL}`)
  const { code, stdout } = await shell(demo).ended
  expect(code).toBe(0)
  expect(stdout).toContain(found)
  expect(stdout.match(/^\d\d:\d\d:\d\d {2}collect-\w+ {2}FAILED {2}wrong_pin$/gm)).toHaveLength(1)

  const waited = await shell(ignored).ended
  // The reply ends with a line feed, and what `advance` did begins on a line of its own.
  const moved = /^\{.*"status":"INITIATED".*\}\n\d\d:\d\d:\d\d {2}order-1 {2}FAILED {2}prompt_timeout$/m
  expect(waited).toMatchObject({ code: 0, stdout: expect.stringMatching(moved) })
  expect(waited.stdout).toContain('scenario timeout: its match rule was the first that matched')
  expect(waited.stdout).toContain('webhook attempt 1: answered 200')
  await sandbox.stop()
})

/** Runs the file that the first line names, with the command that it names, in a project of `npm init -y`. */
async function runTest(text: string) {
  const [, file = '', options = ''] = /^\/\/ (\S+), run: node (.+)\n/.exec(text) ?? []
  const cwd = merchantProject({ [file]: text, 'package.json': '{ "name": "shop", "type": "commonjs" }' })
  return launchNode([...options.split(' '), '--test-reporter=tap'], { cwd }).ended
}

test('README’s test passes, and one whose scenario does not happen fails instead of hanging', async () => {
  expect(await runTest(testFile)).toMatchObject({ code: 0, stdout: expect.stringMatching(/# pass 1\n# fail 0\n/) })
  const failed = await runTest(testFile.replace("'wrong-pin'", "'insufficient-balance'"))
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/# pass 0\n# fail 1\n/) })
})

test('README’s test compiles in TypeScript strict, and the types of the library catch a wrong field and status', {
  timeout: 60_000,
}, async () => {
  const wrong = `${testFile}
const shop = await sandbox.business()
const webhook = await shop.webhook({ reference: 'order-1' })
await shop.use('wrong-pin')
await shop.use('a-scenario-of-my-own')
// @ts-expect-error no webhook says that
webhook.body.status === 'PENDING'
// @ts-expect-error the reference is a text
const reference: number = webhook.body.reference_business
// @ts-expect-error a receiver's webhook has the same type
const received: number = (await sandbox.receiver()).webhooks[0].body.status
`
  const cwd = merchantProject({ 'right.test.mts': testFile, 'wrong.test.mts': wrong }, ['typescript', '@types'])
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
  const { code, stdout } = await launchNode([tsc, ...options, 'right.test.mts', 'wrong.test.mts'], { cwd }).ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

test('README’s step for CI runs the tests with the address of a sandbox', async () => {
  const [, run = ''] = /^`(npx payments-sandbox exec .+)`$/m.exec(readme) ?? []
  const script = 'node --eval "console.log(process.env.PAYMENTS_BASE_URL)"'
  const cwd = merchantProject({ 'package.json': JSON.stringify({ private: true, scripts: { test: script } }) })
  const { code, stdout } = await launchCommand(['bash', '-ec', run], { cwd }).ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/m) })
})

test('README shows the finding that docs/find-the-bug.md shows, whose blocks are played', () => {
  expect(readFileSync(join(root, 'docs', 'find-the-bug.md'), 'utf8')).toContain(finding)
})
