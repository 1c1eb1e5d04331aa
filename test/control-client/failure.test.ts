import { expect, test } from 'vitest'
import { inCommands } from '../../src/cli/client/in-commands.ts'
import { failureOf } from '../../src/control-client/failure.ts'
import { inWordsOf } from '../../src/testing/test-client.ts'
import { adviceOfBusiness } from '../../src/words/errors/of-business.ts'

const bodyOf = (code: string) => JSON.stringify({ error: { code, message: 'What is wrong', hint: 'how to mend it' } })
const sealed = { why: 'sealed', key: 'test_shop', canDrop: false }

test('a failure has the facts of the header beside the words of the body', () => {
  expect(failureOf(409, bodyOf('conflict'), JSON.stringify(sealed))).toMatchObject({
    message: 'What is wrong',
    hint: 'how to mend it',
    facts: sealed,
  })
})

test.each([
  ['no header', null],
  ['a header that is not JSON', 'sealed'],
  ['a reason of another version', '{"why":"on-strike"}'],
  ['a reason that every object has', '{"why":"constructor"}'],
  ['no reason', '{}'],
])('%s leaves the words of the body to commands, to the library and to the page', (_what, header) => {
  const failure = failureOf(409, bodyOf('conflict'), header)
  const asSent = { message: 'What is wrong', hint: 'how to mend it' }
  expect(inCommands(failure, () => '')).toMatchObject(asSent)
  expect(inWordsOf(undefined, failure)).toMatchObject({ hint: asSent.hint })
  expect(failure.facts && adviceOfBusiness(failure.facts)).toBeNull()
})

test.each([
  ['storage', null, true],
  ['timeout', null, true],
  ['timeout', { waited: { ms: 4000 } }, true],
  ['timeout', { waited: 'stood-still' }, true],
  ['timeout', { waited: null }, false],
  ['conflict', null, false],
])('a failure %s with %j can succeed later: %s', (code, waited, retryable) => {
  const facts = {
    why: 'not-as-wanted',
    wanted: { name: 'order-1', status: null, webhook: false },
    seen: null,
    next: null,
  }
  const header = waited === null ? null : JSON.stringify({ ...facts, ...waited })
  expect(failureOf(408, bodyOf(code), header).retryable).toBe(retryable)
})
