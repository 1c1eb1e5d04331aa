import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchNode } from '../support/cli.ts'
import { merchantProject } from '../support/merchant-project.ts'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'testing.md'), 'utf8')

const piecesOf = (text: string) => [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code)

const [withNodeTest = '', withVitest = '', withJest = '', withFixtures = '', ...others] = piecesOf(page)
const isWhole = (piece: string) => /^(?:import |test\()/.test(piece)
const whole = others.filter(isWhole).join('')
const pieces = others.filter((piece) => !isWhole(piece))

async function runNodeTest(code: string) {
  const cwd = merchantProject({ 'it.test.mjs': code })
  return launchNode(['--test', '--test-reporter=tap', 'it.test.mjs'], { cwd }).ended
}

test('the page’s tests for node:test pass, with its smaller pieces', async () => {
  const shown = `test('pieces', async () => {
  const shop = await sandbox.business()
  ${pieces[0]}
  for (const reference of ['t-1', 't-2']) await collect(shop, { reference, amount: 100 })
  ${pieces.slice(1).join('')}
  assert.equal(data.length, 2)
})`
  expect(pieces).toHaveLength(4)
  const { code, stdout } = await runNodeTest(withNodeTest + whole + shown)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/# pass 5\n# fail 0\n/) })
})

test('the page’s test for jest is a file of the example, which jest itself runs in test/smoke/examples.mjs', () => {
  expect(withJest).toBe(readFileSync(join(root, 'examples', 'express-jest', 'wrong-pin.test.js'), 'utf8'))
})

test('the page’s tests for vitest pass, also with the names as globals', async () => {
  const cwd = merchantProject(
    { 'own.test.mjs': withVitest, 'globals.test.mjs': withVitest.replace(/^.*'vitest'\n/, '') },
    ['vitest'],
  )
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const { code, stdout } = await launchNode([vitest, 'run', '--globals', '--reporter=json'], { cwd }).ended
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ success: true, numPassedTests: 2, numFailedTests: 0 })
})

test('the page’s test with fixtures passes, and a file with a queued scenario that was never used fails', async () => {
  const unused = "import { test } from 'payments-sandbox/vitest'\ntest('it', ({ shop }) => shop.use('wrong-pin'))\n"
  const cwd = merchantProject({ 'right.test.mjs': withFixtures, 'unused.test.mjs': unused }, ['vitest'])
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const runOf = (file: string) => launchNode([vitest, 'run', file], { cwd }).ended
  const [right, wrong] = [await runOf('right'), await runOf('unused')]
  expect(right).toMatchObject({ code: 0, stdout: expect.stringMatching(/Tests {2}1 passed/) })
  expect(wrong.code).toBe(1)
  expect(wrong.stdout + wrong.stderr).toContain('Queued scenarios that no request used: wrong-pin in test_business_1')
})
