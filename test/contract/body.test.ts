import { expect, test } from 'vitest'
import { bodyOf } from '../../src/contract/body.ts'
import { field, type Rule, type RuleBeside } from '../../src/contract/field.ts'
import { readRequest } from '../../src/contract/read-request.ts'
import { brokenRules } from '../support/broken-rules.ts'

const starts = (letter: string): Rule => ({
  message: `must start with ${letter}`,
  passes: (value) => typeof value === 'string' && value.startsWith(letter),
})
const isLong: RuleBeside<string> = {
  message: ({ name }) => `must be longer than ${name}`,
  read: (value, { name }) => (String(value).length <= String(name).length ? null : undefined),
}

const schema = bodyOf({
  name: field<string>('', [starts('n')]),
  title: field<string>('', [starts('t')], [isLong]),
  note: field<string>('', [starts('o')]).optional(),
})

test('every rule that fails answers, fields in their order, rules in theirs', () => {
  const body = { note: 'x', title: 'x', name: 'x' }
  const messages = ['must start with n', 'must start with t', 'must be longer than x', 'must start with o']
  expect(brokenRules(schema, body)).toEqual(messages)
})

test('an optional field is judged when it is there and not null', () => {
  const required = { name: 'n', title: 'title' }
  const judged = (note: unknown) => brokenRules(schema, { ...required, note })
  expect(brokenRules(schema, required)).toEqual([])
  expect([judged(undefined), judged(null)]).toEqual([[], []])
  for (const note of ['', 0, false]) expect(judged(note)).toEqual(['must start with o'])
})

test('a body that passed has its own fields only, and no optional one that was null', () => {
  const read = (body: object) => readRequest(schema, { title: 'title', name: 'n', ...body })
  const fields = { name: 'n', title: 'title' }
  expect(read({ other: 1, note: null, ['__proto__']: { note: 'o' } })).toStrictEqual({ fields, hints: [] })
  expect(read({ note: 'o' })).toStrictEqual({ fields: { ...fields, note: 'o' }, hints: [] })
})

test('a body that failed gives each message as one issue', () => {
  const { error } = schema.safeParse({})
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'must start with n',
    'must start with t',
    'must be longer than undefined',
  ])
})
