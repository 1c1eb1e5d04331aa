import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a webhook was signed with this key. `raw` is the body as it came: bytes, not parsed JSON. */
export function isSigned(raw, signature, apiKey) {
  const expected = Buffer.from(createHmac('sha512', apiKey).update(raw).digest('hex'))
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
