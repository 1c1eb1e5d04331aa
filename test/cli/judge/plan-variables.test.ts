import { expect, onTestFinished, test } from 'vitest'
import { hiding } from '../../../src/cli/judge/plan-variables.ts'

const post = 'http://127.0.0.1:9/orders'

test('a secret with a quote is hidden in JSON within a text of JSON', () => {
  process.env.DOOR_SESSION = 'TOP"SECRET'
  onTestFinished(() => void delete process.env.DOOR_SESSION)
  const hidden = hiding({ order: { post, headers: { cookie: '{env:DOOR_SESSION}' }, body: {} } })
  const within = JSON.stringify({ cookie: process.env.DOOR_SESSION })
  expect(hidden({ seen: JSON.stringify({ error: within }) })).toEqual({
    seen: String.raw`{"error":"{\"cookie\":\"{env:DOOR_SESSION}\"}"}`,
  })
})
