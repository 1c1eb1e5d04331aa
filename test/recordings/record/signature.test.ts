import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readRecording } from '../../../src/recordings/read/read-recording.ts'
import { call } from '../../support/call.ts'
import { openRecorder, openService } from '../../support/recording-proxy.ts'

const body = JSON.stringify({ status: 'COMPLETED', customer: { accountName: 'Ama Mensah' } })
const signed = (algorithm: string, encoding: 'hex' | 'base64', by = 'test_one_key') =>
  createHmac(algorithm, by).update(body).digest(encoding)

const open = async () => openRecorder((await openService((_, outgoing) => void outgoing.end('{}'))).url)

test.each([
  ['sha512-hex', 'X-Webhook-Signature', signed('sha512', 'hex'), { length: 128, alphabet: 'hex' }],
  ['sha256-hex', 'x-odd', `sha256=${signed('sha256', 'hex')}`, { length: 71, alphabet: 'other' }],
  ['sha512-base64', 'x-odd', signed('sha512', 'base64'), { length: 88, alphabet: 'base64' }],
  ['sha256-base64', 'x-odd', signed('sha256', 'base64'), { length: 44, alphabet: 'base64' }],
  [null, 'x-signature', signed('sha512', 'hex', 's3cret').toUpperCase(), { length: 128, alphabet: 'HEX' }],
])('a webhook shows how it is signed: %s in %s', async (hmac, header, value, form) => {
  const recorder = await open()
  await call(recorder.url, '/', { key: 'test_one_key' })
  await call(recorder.hook, '/hook', { body, headers: { [header]: value } })
  const [, webhook] = readRecording(recorder.file).entries
  expect(webhook).toMatchObject({ isWebhook: true, signature: { header, hmac, ...form } })
  expect(recorder.text()).not.toContain(value)
})

test('without a key, the signature has only its form; without a signature there is none', async () => {
  const recorder = await open()
  await call(recorder.hook, '/', { body, headers: { 'x-signature': signed('sha512', 'hex') } })
  await call(recorder.hook, '/', { body })
  const [one, other] = readRecording(recorder.file).entries
  expect(one?.signature).toEqual({ header: 'x-signature', length: 128, alphabet: 'hex' })
  expect(other?.signature).toBeNull()
})
