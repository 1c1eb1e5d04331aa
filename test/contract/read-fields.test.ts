import { expect, test } from 'vitest'
import { bodyOf, type Field, type Rule } from '../../src/contract/read-fields.ts'
import { brokenRules } from '../support/broken-rules.ts'

const starts = (letter: string): Rule => ({
  message: `must start with ${letter}`,
  fails: (value) => typeof value !== 'string' || !value.startsWith(letter),
})
const isLong: Rule = {
  message: ({ name }) => `must be longer than ${name}`,
  fails: (value, { name }) => String(value).length <= String(name).length,
}
const field = (optional: boolean, ...rules: Rule[]): Field<string> => ({ optional, rules, jsonSchema: {} })

const fields = {
  name: field(false, starts('n')),
  title: field(false, starts('t'), isLong),
  note: field(true, starts('o')) as Field<string | undefined>,
}

test('every rule that fails answers, fields in their order, rules in theirs', () => {
  const body = { note: 'x', title: 'x', name: 'x' }
  const messages = ['must start with n', 'must start with t', 'must be longer than x', 'must start with o']
  expect(brokenRules(Object.entries(fields), body)).toEqual(messages)
})

test('an optional field is judged when it is there and not null', () => {
  const required = { name: 'n', title: 'title' }
  const judged = (note: unknown) => brokenRules(Object.entries(fields), { ...required, note })
  expect(brokenRules(Object.entries(fields), required)).toEqual([])
  expect([judged(undefined), judged(null)]).toEqual([[], []])
  for (const note of ['', 0, false]) expect(judged(note)).toEqual(['must start with o'])
})

test('a body that passed has its own fields only, and no optional one that was null', () => {
  const schema = bodyOf(fields)
  const parsed = schema.parse({ other: 1, note: null, title: 'title', name: 'n', ['__proto__']: { note: 'o' } })
  expect(parsed).toStrictEqual({ name: 'n', title: 'title' })
  expect(schema.parse({ name: 'n', title: 'title', note: 'o' })).toStrictEqual({ name: 'n', title: 'title', note: 'o' })
})

test('a body that failed gives each message as one issue', () => {
  const { error } = bodyOf(fields).safeParse({})
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'must start with n',
    'must start with t',
    'must be longer than undefined',
  ])
})
