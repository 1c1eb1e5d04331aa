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

/**
 * The account number of a bank, derived from ten digits: a NUBAN over the first nine where the bank's code has three
 * digits, else the ten digits themselves, which claim nothing (D30).
 */
export function accountNumberFor(bankCode: string, digits10: string): string {
  if (!/^\d{3}$/.test(bankCode)) return digits10
  const serial = digits10.slice(0, 9)
  return serial + checkDigit(bankCode + serial)
}

/** Source: the central bank's NUBAN standard of 2010. Its weights cover the bank's code and the serial. */
function checkDigit(digits: string): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits.charAt(index)), 0)
  return (10 - (sum % 10)) % 10
}

const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3] as const
