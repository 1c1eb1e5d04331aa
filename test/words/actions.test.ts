import { expect, test } from 'vitest'
import type { Action, Advice } from '../../src/words/actions.ts'
import { adviceText, callOf, commandOf } from '../../src/words/actions.ts'

const advice: readonly Advice[] = [
  [{ do: 'unseal' }, ' opens it again'],
  [{ do: 'choose-business' }, ' chooses the business'],
  'or wait',
]

const command = (action: Action) => [commandOf(action)].flat().join(' ')

test('each client says an action in its own words', () => {
  expect(adviceText(advice, callOf)).toBe(
    'POST /_sandbox/unseal opens it again; the Authorization header chooses the business; or wait',
  )
  expect(adviceText(advice, command)).toBe('unseal opens it again; --key chooses the business; or wait')
})

test('a sentence with an action that a client cannot do is left out', () => {
  expect(adviceText(advice, (action) => (action.do === 'unseal' ? 'Unseal' : null))).toBe(
    'Unseal opens it again; or wait',
  )
  expect(adviceText(advice.slice(0, 2), () => null)).toBeUndefined()
  expect(adviceText([], callOf)).toBeUndefined()
})
