import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signatureHeaders, signatureOf, standardWebhooksSecret, verifySignature } from '../../src/webhooks/sign.ts'

const body = '{"id":"tx_1","reason":"Fête 🎉"}'
const secret = 'test_shop'
const signed = { secret, body, id: 'wh_1', timestampSeconds: 1_700_000_000 }

test('the signature is the lower-case hex HMAC-SHA512 that RFC 4231 gives for its second case', () => {
  expect(signatureOf('what do ya want for nothing?', 'Jefe')).toBe(
    '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554' +
      '9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
  )
})

test('text and its bytes have one signature', () => {
  expect(signatureOf(Buffer.from(body), secret)).toBe(signatureOf(body, secret))
})

test('the signature travels in x-webhook-signature unless the setting names another header', () => {
  const hmac = { ...signed, scheme: 'hmac-sha512' } as const
  expect(signatureHeaders(hmac)).toEqual({ 'x-webhook-signature': signatureOf(body, secret) })
  expect(signatureHeaders({ ...hmac, header: 'X-Shop-Hash' })).toEqual({ 'X-Shop-Hash': signatureOf(body, secret) })
})

test('standard-webhooks signs id, timestamp and body with the key that its secret holds', () => {
  const key = Buffer.from(standardWebhooksSecret(secret).replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key).update(`wh_1.1700000000.${body}`).digest('base64')
  expect(key).toHaveLength(32)
  expect(signatureHeaders({ ...signed, scheme: 'standard-webhooks' })).toEqual({
    'webhook-id': 'wh_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${mac}`,
  })
})

test.each(['hmac-sha512', 'standard-webhooks'] as const)(
  'a receiver of %s accepts what was signed and nothing else',
  (scheme) => {
    const headers = signatureHeaders({ ...signed, scheme })
    expect(verifySignature({ scheme, secret, body, headers })).toBe(true)
    expect(verifySignature({ scheme, secret, body: Buffer.from(body), headers })).toBe(true)
    expect(verifySignature({ scheme, secret, body: `${body} `, headers })).toBe(false)
    expect(verifySignature({ scheme, secret: 'test_other', body, headers })).toBe(false)
    expect(verifySignature({ scheme, secret, body, headers: {} })).toBe(false)
  },
)

test('a receiver finds the signature with any case of its header', () => {
  const headers = { 'X-SHOP-HASH': signatureOf(body, secret) }
  expect(verifySignature({ scheme: 'hmac-sha512', header: 'x-shop-hash', secret, body, headers })).toBe(true)
})

test('one right signature among several is enough for standard-webhooks', () => {
  const headers = signatureHeaders({ ...signed, scheme: 'standard-webhooks' })
  const several = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
  expect(verifySignature({ scheme: 'standard-webhooks', secret, body, headers: several })).toBe(true)
})
