import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { failureLine } from '../../../src/cli/judge/failure-line.ts'
import { folderWith } from '../../support/cli.ts'

const asserting = `import assert from 'node:assert/strict'
import { test } from 'node:test'
test('credits once', () => assert.equal(21, 10.5, 'expected 10.5, got 21'))`
const throwing = `import { test } from 'node:test'
test('calls', () => fetch('http://127.0.0.1:9'))`
const comparing = asserting.replace(", 'expected 10.5, got 21'", '')

async function printedBy(...args: readonly string[]) {
  const cwd = folderWith({ 'one.test.mjs': asserting, 'two.test.mjs': comparing, 'three.test.mjs': throwing })
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const failed = await promisify(execFile)(process.execPath, args, { cwd, env }).catch((error) => error)
  return `${failed.stdout}${failed.stderr}`
}

test.each([
  [['-e', "console.error('expected 10.5, got 21'); process.exit(1)"], 'expected 10.5, got 21'],
  [['-e', "throw new Error('expected 10.5, got 21')"], 'Error: expected 10.5, got 21'],
  [['--test', '--test-reporter=spec', 'one.test.mjs'], 'AssertionError [ERR_ASSERTION]: expected 10.5, got 21'],
  [
    ['--test', '--test-reporter=spec', 'two.test.mjs'],
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 21 !== 10.5',
  ],
  [
    ['--test', '--test-reporter=spec', 'three.test.mjs'],
    expect.stringMatching(/^TypeError(?: \[Error\])?: fetch failed$/),
  ],
  [['-e', "console.log('credited 21\\n}'); process.exit(1)"], 'credited 21 (exit code 1)'],
  [['-e', "console.log('credited 21'); process.exit(1)"], 'credited 21 (exit code 1)'],
  [['-e', 'process.exit(1)'], null],
])('%j: the line that says why it failed', async (args, line) => {
  expect(failureLine(await printedBy(...args), 1)).toEqual(line)
})

test.each([
  [
    'pytest',
    '>   assert credited == 10.5\nE   assert 21 == 10.5\n\ntest_shop.py:4: AssertionError\n=== 1 failed in 0.05s ===',
    'assert 21 == 10.5',
  ],
  [
    'Python',
    'Traceback:\n  File "shop.py", line 3\nAssertionError: expected 10.5, got 21',
    'AssertionError: expected 10.5, got 21',
  ],
  [
    'Go',
    '--- FAIL: TestShop (0.00s)\n    shop_test.go:12: got 21, want 10.5\nFAIL\nexit status 1',
    'shop_test.go:12: got 21, want 10.5',
  ],
  [
    'Go, in other words',
    '=== RUN   TestPay\n    pay_test.go:14: credited 21, want 10.5\n--- FAIL: TestPay (0.00s)\nFAIL\nexit status 1\nFAIL\tshop\t0.004s',
    'pay_test.go:14: credited 21, want 10.5',
  ],
  [
    'node:test, an error with properties',
    '✖ credits once (180ms)\n  [TypeError: fetch failed] {\n    [cause]: Error [SocketError]: other side closed\n        at Socket.emit (node:events:526:24) {\n      code: UND_ERR_SOCKET\n    }\n  }',
    'TypeError: fetch failed',
  ],
  [
    'Maven',
    '[ERROR] Failures: \n[ERROR]   PayTest.pay:12 expected: <10.5> but was: <21.0>\n[INFO] BUILD FAILURE\n[ERROR] -> [Help 1]',
    '[ERROR]   PayTest.pay:12 expected: <10.5> but was: <21.0>',
  ],
  [
    'colours',
    '\u001b[31mAssertionError\u001b[39m: expected 21 to be 10.5\r\n    at shop.test.ts:3:1\r\n',
    'AssertionError: expected 21 to be 10.5',
  ],
])('%s', (_, printed, line) => {
  expect(failureLine(printed, 1)).toBe(line)
})
