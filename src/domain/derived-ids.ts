import { hash } from 'node:crypto'

/** The source of every id and number of a transaction (D18). */
export type Entropy = { readonly seed: number; readonly key: string; readonly reference: string }

/** A UUID with the version and variant bits of RFC 9562 version 4, so that merchants' validators accept it (D18). */
export function deriveUuid(entropy: Entropy, purpose: string, counter: number): string {
  const hex = digest(entropy, purpose, counter, 'hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  const clock = `4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}`
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${clock}-${hex.slice(20, 32)}`
}

/** Returns 1 to 32 lower-case letters and digits, a letter first. Never a UUID (D18). */
export function deriveToken(entropy: Entropy, purpose: string, counter: number, length: number): string {
  const bytes = digestOf(length, entropy, purpose, counter)
  let token = letters.charAt(bytes.charCodeAt(0) % letters.length)
  for (let index = 1; index < length; index++) {
    token += lettersAndDigits.charAt(bytes.charCodeAt(index) % lettersAndDigits.length)
  }
  return token
}

/** Returns 1 to 32 decimal digits for OTPs and account numbers. The first may be 0. */
export function deriveDigits(entropy: Entropy, purpose: string, counter: number, count: number): string {
  const bytes = digestOf(count, entropy, purpose, counter)
  let digits = ''
  for (let index = 0; index < count; index++) digits += bytes.charCodeAt(index) % 10
  return digits
}

/** Returns a number in [0, 1), in steps of 2^-52, for jitter, ranges and choices. */
export function deriveFraction(entropy: Entropy, purpose: string, counter: number): number {
  return Number.parseInt(digest(entropy, purpose, counter, 'hex').slice(0, 13), 16) / 2 ** 52
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const lettersAndDigits = `${letters}0123456789`
const digestBytes = 32

function digestOf(length: number, entropy: Entropy, purpose: string, counter: number): string {
  if (!(length >= 1 && length <= digestBytes)) {
    throw new RangeError(`One hash gives 1 to ${digestBytes} characters, not ${length}`)
  }
  return digest(entropy, purpose, counter, 'binary')
}

// JSON keeps the fields apart, even with lone surrogates in them.
function digest(entropy: Entropy, purpose: string, counter: number, encoding: 'hex' | 'binary'): string {
  return hash('sha256', JSON.stringify([entropy.seed, entropy.key, entropy.reference, purpose, counter]), encoding)
}
