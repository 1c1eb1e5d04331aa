import { expect, onTestFinished, test } from 'vitest'
import { checkVariables, hiding } from '../../../src/cli/judge/plan-variables.ts'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'

const post = 'http://127.0.0.1:9/orders'

test('a misspelt placeholder is refused before anything runs', async () => {
  const plan = `order: { post: "${post}", body: { amount: 10.5, phone: "{acountNumber}" }, reference: /reference }\n`
  const ended = await runInProcess(['audit', '--plan', 'audit.yaml'], { cwd: folderWith({ 'audit.yaml': plan }) })
  expect(ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'audit.yaml: there is no {acountNumber}; did you mean {accountNumber}?\n',
  })
})

test('braces of another language are left alone', () => {
  const query = 'mutation{order(amount:10.5,phone:"{accountNumber}"){total}}'
  expect(() => checkVariables('audit.yaml', { order: { post, body: { query } } })).not.toThrow()
})

test('a secret with a quote is hidden in JSON within a text of JSON', () => {
  process.env.DOOR_SESSION = 'TOP"SECRET'
  onTestFinished(() => void delete process.env.DOOR_SESSION)
  const hidden = hiding({ order: { post, headers: { cookie: '{env:DOOR_SESSION}' }, body: {} } })
  const within = JSON.stringify({ cookie: process.env.DOOR_SESSION })
  expect(hidden({ seen: JSON.stringify({ error: within }) })).toEqual({
    seen: String.raw`{"error":"{\"cookie\":\"{env:DOOR_SESSION}\"}"}`,
  })
})
