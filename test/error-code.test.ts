import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { codeOf, messageOf } from '../src/error-code.ts'

// In jest, the package sees errors of Node that are not instances of its `Error`.
const foreign = runInNewContext("Object.assign(new Error('no such file'), { code: 'ENOENT' })")

test('code and message of an error are read, also of one with another Error', () => {
  expect(foreign instanceof Error).toBe(false)
  expect([codeOf(foreign), messageOf(foreign)]).toEqual(['ENOENT', 'no such file'])
})

test('what was thrown in place of an error has no code, and its text as the message', () => {
  expect([undefined, null, 5, 'stop'].map((thrown) => [codeOf(thrown), messageOf(thrown)])).toEqual([
    ['', 'undefined'],
    ['', 'null'],
    ['', '5'],
    ['', 'stop'],
  ])
})
