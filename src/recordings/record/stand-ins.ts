import { createHmac } from 'node:crypto'

/** The last digits of a number that are others; those before them are its prefix in every country, local or international. */
const otherDigits = 5
/** The digits that the local and the international form of a number share. */
export const sharedDigits = 8

/** How many keys have a number of their own. */
const mostKeys = 1000

/** Others in place of keys and of personal values, of the same length and kind; the same for the same. */
export class StandIns {
  readonly #salt: string
  readonly #keys = new Map<string, string>()

  /** With the salt, names can be tried out. */
  constructor(salt: string) {
    this.#salt = salt
  }

  /** Returns `test_REDACTED_1` for the first test key, `REDACTED_1` for another credential. */
  key(key: string): string {
    const known = this.#keys.get(key)
    if (known !== undefined) return known
    const mode = /^(?:test|live)_/.exec(key)?.[0] ?? ''
    const before = [...this.#keys.values()].filter((name) => name.startsWith(`${mode}REDACTED`))
    const name = `${mode}REDACTED_${before.length + 1}`
    if (this.#keys.size < mostKeys) this.#keys.set(key, name)
    return name
  }

  /** Replaces the keys of a text that were credentials of calls, and what looks like one. */
  withoutKeys(text: string): string {
    if (/live_/i.test(text)) return this.text(text)
    if (!text.includes('test_')) return text
    return text.replace(/(?<![A-Za-z0-9])test_[\w.~+-]+/g, (key) =>
      this.#keys.has(key) || key.length >= keyLength ? this.key(key) : key,
    )
  }

  /** Replaces letters by letters and digits by digits. */
  text(text: string): string {
    const stream = createHmac('sha256', this.#salt).update(text.toLowerCase()).digest()
    let made = ''
    for (let at = 0; at < Math.min(text.length, longestText); at++) {
      const letter = text[at] ?? ''
      const die = stream[at % stream.length] ?? 0
      if (letter >= '0' && letter <= '9') made += die % 10
      else if (letter >= 'a' && letter <= 'z') made += letters[die % letters.length]
      else if (letter >= 'A' && letter <= 'Z') made += letters[die % letters.length]?.toUpperCase()
      else made += letter > '\x7f' && /\p{L}/u.test(letter) ? 'é' : letter
    }
    return made.padEnd(text.length, made)
  }

  /** Replaces the last digits of a phone or account number. */
  number(number: string): string {
    const digits = number.replace(/\D/g, '')
    if (digits.length < sharedDigits) return this.text(number)
    const tail = this.text(digits.slice(-sharedDigits)).slice(-otherDigits)
    let at = otherDigits - digits.length
    return number.replace(/\d/g, (digit) => (at++ < 0 ? digit : (tail[at - 1] ?? '')))
  }
}

/** What is longer begins again: to make it would block other calls. */
const longestText = 2000
const letters = 'abcdefghijklmnopqrstuvwxyz'
/** A shorter text behind `test_` is more likely a reference of a test. */
const keyLength = 'test_'.length + 16
