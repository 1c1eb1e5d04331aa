import { createHmac } from 'node:crypto'

/**
 * What the signature of a webhook shows without its key: the field `_signature` of a file by `record`, which takes the key out
 * and changes the body.
 */
export interface SignatureForm {
  /** The name of its header, in the letters that it came in. */
  readonly header: string
  /** The number of characters of its value. */
  readonly length: number
  /** `HEX` is in upper case; `base64` is its URL form too. */
  readonly alphabet: 'hex' | 'HEX' | 'base64' | 'other'
  /**
   * The HMAC of the raw body with a known key that gives the value, or its end after `=`. Null if none does: the secret is
   * another. Absent if no key was known.
   */
  readonly hmac?: Hmac | null | undefined
}

export const hmacs = ['sha512-hex', 'sha512-base64', 'sha256-hex', 'sha256-base64'] as const
type Hmac = (typeof hmacs)[number]

/** Returns the form of a webhook's signature; null without one. A header of any name is it if it has the right HMAC. */
export function signatureFormOf(
  headers: readonly (readonly [name: string, value: string])[],
  raw: Buffer,
  keys: readonly string[],
): SignatureForm | null {
  const made = keys.flatMap((key) => hmacsOf(raw, key))
  const madeAs = (value: string) => made.find(({ text }) => value === text || value.endsWith(`=${text}`))?.hmac
  const signed =
    headers.find(([, value]) => madeAs(value) !== undefined) ??
    headers.find(([name]) => /signature/i.test(name)) ??
    headers.find(([name]) => /hmac|(?:^|-)sign|hash|digest/i.test(name))
  if (signed === undefined) return null
  const [header, value] = signed
  const form = { header, length: value.length, alphabet: alphabetOf(value) }
  return keys.length === 0 ? form : { ...form, hmac: madeAs(value) ?? null }
}

function hmacsOf(raw: Buffer, key: string): readonly { readonly hmac: Hmac; readonly text: string }[] {
  return (['sha512', 'sha256'] as const).flatMap((algorithm) => {
    const digest = createHmac(algorithm, key).update(raw).digest()
    return (['hex', 'base64'] as const).map((form) => ({
      hmac: `${algorithm}-${form}` as const,
      text: digest.toString(form),
    }))
  })
}

function alphabetOf(value: string): SignatureForm['alphabet'] {
  if (/^[0-9a-f]+$/.test(value)) return 'hex'
  if (/^[0-9A-F]+$/.test(value)) return 'HEX'
  return /^[\w+/-]+={0,2}$/.test(value) ? 'base64' : 'other'
}
