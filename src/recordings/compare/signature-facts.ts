import { createHmac } from 'node:crypto'
import type { SignatureFacts } from '../read/recording.ts'
import type { Header } from '../record/pass-on.ts'

const hmacs = ['sha512-hex', 'sha512-base64', 'sha256-hex', 'sha256-base64'] as const

/** Returns what a webhook's signature shows to a reader who has API keys that it can be made with; null without a signature. */
export function signatureFacts(
  headers: readonly Header[],
  raw: Buffer,
  keys: readonly string[],
): SignatureFacts | null {
  const made = keys.flatMap((key) => hmacs.map((hmac) => ({ hmac, text: hmacOf(raw, key, hmac) })))
  const isMade = (value: string) => made.find(({ text }) => value === text || value.endsWith(`=${text}`))
  const signed = headers.find(({ value }) => isMade(value)) ?? headers.find(({ name }) => /signature|hmac/i.test(name))
  if (signed === undefined) return null
  const { name, value } = signed
  const facts = { header: name, length: value.length, alphabet: alphabetOf(value) }
  return keys.length === 0 ? facts : { ...facts, hmac: isMade(value)?.hmac ?? null }
}

function hmacOf(raw: Buffer, key: string, hmac: (typeof hmacs)[number]): string {
  const [algorithm = '', encoding] = hmac.split('-')
  return createHmac(algorithm, key)
    .update(raw)
    .digest(encoding === 'hex' ? 'hex' : 'base64')
}

function alphabetOf(value: string): SignatureFacts['alphabet'] {
  if (/^[0-9a-f]+$/.test(value)) return 'hex'
  if (/^[0-9A-F]+$/.test(value)) return 'HEX'
  return /^[\w+/-]+={0,2}$/.test(value) ? 'base64' : 'other'
}
