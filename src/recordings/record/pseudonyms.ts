/** The digits of a number that are replaced: those before them are its prefix in every country, local or international. */
const replacedDigits = 6
/** The digits that two forms of a number share. */
const sharedDigits = 8

/** The shortest secret that is searched for in other places: a shorter one can be a part of other words. */
const searchedLength = 8

/** Names for secrets and for personal data: the same value has the same name everywhere. */
export class Pseudonyms {
  readonly #secrets = new Map<string, string>()
  readonly #given = new Set<string>()
  readonly #searched = new Set<string>()
  readonly #words = new Map<string, string>()
  readonly #tails = new Map<string, string>()
  readonly #numbers = new Set<string>()
  /** Each form in which a secret can be written, and its name; the longest first. */
  #forms: readonly (readonly [form: string, name: string])[] = []

  /** Returns `test_REDACTED_1` for a test key, `REDACTED_1` for another secret, which is then replaced in other places too. */
  secret(value: string): string {
    const name = this.key(value)
    if (value.length >= searchedLength && !this.#searched.has(value) && name !== value) this.#search(value, name)
    return name
  }

  /** As `secret`, for what can be found by its form. */
  key(value: string): string {
    if (this.#given.has(value)) return value
    const known = this.#secrets.get(value)
    if (known !== undefined) return known
    const mode = /^(?:test|live)_/i.exec(value)?.[0].toLowerCase() ?? ''
    const count = [...this.#given].filter((name) => name.startsWith(`${mode}REDACTED`)).length
    const name = `${mode}REDACTED_${count + 1}`
    this.#secrets.set(value, name)
    this.#given.add(name)
    return name
  }

  /** Replaces all secrets of a text that are known. */
  inText(text: string): string {
    return this.#forms.reduce((replaced, [form, name]) => replaced.replaceAll(form, name), text)
  }

  /** Replaces the letters of a name: `Ama Mensah` becomes two other words of as many letters. */
  person(value: string): string {
    return value.replace(/\p{L}+/gu, (word) => cased(this.#word(word.toLowerCase()), word))
  }

  /** Replaces the words that are in a customer's name, in a text that has others too. */
  knownPerson(value: string): string {
    return value.replace(/\p{L}+/gu, (word) => (this.#words.has(word.toLowerCase()) ? this.person(word) : word))
  }

  /** Replaces the last six digits of a phone or account number; the letters of what is not one. */
  number(value: string): string {
    const digits = value.replace(/\D/g, '')
    if (digits.length < replacedDigits) return this.person(value)
    this.#numbers.add(digits.slice(-sharedDigits))
    let at = replacedDigits - digits.length
    const tail = this.#tail(digits.slice(-replacedDigits))
    return value.replace(/\d/g, (digit) => (at++ < 0 ? digit : (tail[at - 1] ?? '')))
  }

  /** Replaces the numbers of a text that are known, local or international, also `(024) 123-4567`. */
  knownNumbers(text: string): string {
    const replaced = (found: string) =>
      this.#numbers.has(found.replace(/\D/g, '').slice(-sharedDigits)) ? this.number(found) : null
    return text.replace(
      /(?<!\d)\d(?:[\s().-]{0,2}\d){7,14}(?!\d)/g,
      // Another number can stand before or behind it.
      (found) => replaced(found) ?? found.replace(/\d{8,15}/g, (plain) => replaced(plain) ?? plain),
    )
  }

  #search(value: string, name: string): void {
    this.#searched.add(value)
    const inJson = JSON.stringify(value).slice(1, -1)
    const twice = JSON.stringify(inJson).slice(1, -1)
    const forms = [value, inJson, twice, encodeURIComponent(value), Buffer.from(value).toString('base64')]
    const added = [...new Set(forms)].map((form) => [form, name] as const)
    this.#forms = [...this.#forms, ...added].sort(([one], [other]) => other.length - one.length)
  }

  #word(word: string): string {
    const known = this.#words.get(word)
    if (known !== undefined) return known
    const made = [0, 1].map((more) => madeWord(this.#words.size + more, word)).find((text) => text !== word) ?? word
    this.#words.set(word, made)
    return made
  }

  #tail(digits: string): string {
    const known = this.#tails.get(digits)
    if (known !== undefined) return known
    const made = String((555_001 + this.#tails.size) % 10 ** replacedDigits).padStart(replacedDigits, '0')
    this.#tails.set(digits, made)
    return made
  }
}

const consonants = 'bdfghjklmnprstvwyz'
const vowels = 'aeiou'

/** The n-th word of as many letters; a letter that is not of ASCII stays one. */
function madeWord(n: number, word: string): string {
  let rest = (n + 1) * 7919
  const letters = [...word].map((letter, at) => {
    const from = at % 2 === 0 ? consonants : vowels
    const made = from[rest % from.length] ?? ''
    rest = Math.floor(rest / from.length)
    return letter <= '\x7f' ? made : letter === 'é' ? 'è' : 'é'
  })
  return letters.join('')
}

function cased(made: string, as: string): string {
  const letters = [...as]
  return [...made]
    .map((letter, at) => (letters[at] === letters[at]?.toLowerCase() ? letter : letter.toUpperCase()))
    .join('')
}
