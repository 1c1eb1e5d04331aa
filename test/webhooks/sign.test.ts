import { expect, test } from 'vitest'
import { signatureHeaders, signatureOf, verifySignature } from '../../src/webhooks/sign.ts'

const body = '{"id":"tx_1","reason":"Fête 🎉"}'
const secret = 'test_shop'
const signed = { secret, body }

test('the signature is the lower-case hex HMAC-SHA512 that RFC 4231 gives for its second case', () => {
  expect(signatureOf('what do ya want for nothing?', 'Jefe')).toBe(
    '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554' +
      '9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
  )
})

test('a receiver accepts what was signed and nothing else', () => {
  const headers = signatureHeaders(signed)
  expect(verifySignature({ ...signed, headers })).toBe(true)
  expect(verifySignature({ ...signed, body: Buffer.from(body), headers })).toBe(true)
  expect(verifySignature({ ...signed, body: `${body} `, headers })).toBe(false)
  expect(verifySignature({ ...signed, secret: 'test_other', headers })).toBe(false)
  expect(verifySignature({ ...signed, headers: {} })).toBe(false)
})

test('a receiver finds the signature with any case of its header', () => {
  const headers = { 'X-SHOP-HASH': signatureOf(body, secret) }
  expect(verifySignature({ header: 'x-shop-hash', secret, body, headers })).toBe(true)
})
