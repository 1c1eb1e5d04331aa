import { jsonIn } from '../../domain/json.ts'
import { inBase64 } from './in-base64.ts'
import { keyPattern } from './key-pattern.ts'
import type { Header } from './pass-on.ts'
import { Pseudonyms } from './pseudonyms.ts'

const keys = keyPattern('test|live')
const wholeKey = /^(?:test|live)_[^\s=&?]+$/i
const secretName = /token|secret|authorization|password|passwd|api[-_]?key/i
const personName =
  /^(?:x-)?(?:account|customer|client|sender|first|last|full|recipient|beneficiary|payer)[-_]?name$|e-?mail/i
/** What a person is called: as a text, or as an object with a `name`. */
const person = /^(?:customer|client|payer|sender|recipient|beneficiary)$/i
const numberName = /^accountNumber$|phone|msisdn|mobile_?(?:number|no)?$/i
/** The service's name of a virtual account can have the customer's in it. */
const mixedName = 'account_name'

/** Takes out secrets and, unless `keepsPersonal`, names and numbers of customers; the same become the same everywhere. */
export class Redaction {
  readonly #names = new Pseudonyms()
  readonly #keepsPersonal: boolean
  /** Full names of the entry, which can be in other texts of it. */
  #people = new Set<string>()

  constructor(keepsPersonal: boolean) {
    this.#keepsPersonal = keepsPersonal
  }

  header({ name, value }: Header): Header {
    if (/^set-cookie$/i.test(name)) return { name, value: value.replace(/(?<==)[^;]*/, (one) => this.#secret(one)) }
    if (/cookie/i.test(name))
      return { name, value: value.replace(/(?<==|^)[^;=]+(?=;|$)/g, (one) => this.#secret(one)) }
    // What can be known of it without the key is in `_signature`.
    if (/signature|hmac/i.test(name)) return { name, value: 'REDACTED' }
    const scheme = secretName.test(name) ? (/^(?:Basic|Bearer|Digest|Token) +/i.exec(value)?.[0] ?? '') : ''
    const rest = value.slice(scheme.length)
    return { name, value: scheme + (this.#named([name], rest) ?? this.text(rest)) }
  }

  /** Redacts an address, a form or any other text: its parameters by name, and keys. */
  text(text: string): string {
    if (wholeKey.test(text)) return this.#names.secret(text)
    const redacted = text.replace(/(^|[?&;\s])([^\s=?&;"<>]+)=([^&;\s"'<>#]+)/g, (all, before, name, value) => {
      const plain = decoded(value)
      const named = this.#named([decoded(name)], plain)
      return named === null || named === plain ? all : `${before}${name}=${encodeURIComponent(named)}`
    })
    return redacted.replace(keys, (key) => this.#names.key(key))
  }

  body(text: string): string {
    return /^\s*[{[]/.test(text) ? this.#json(text) : this.text(text)
  }

  /** Redacts the text of a whole entry once more: what one part of it has shown to be a secret can be in another. */
  entry(text: string): string {
    const people = [...this.#people]
    this.#people = new Set()
    const named = (plain: string) => plain.replace(keys, (key) => this.#names.key(key))
    const withoutKeys = this.#names.inText(inBase64(named(text), named))
    if (this.#keepsPersonal) return withoutKeys
    const withoutPeople = people.reduce(
      (rest, name) => rest.replace(new RegExp(name, 'gi'), (found) => this.#names.person(found)),
      withoutKeys,
    )
    return this.#names.knownNumbers(withoutPeople)
  }

  /** Replaces strings and numbers in place, so that the bytes between them stay; the text may be cut off. */
  #json(text: string): string {
    const above: string[] = []
    let name = ''
    const tokens = /^\s*[{[]\s*'/.test(text) ? pythonTokens : jsonTokens
    return text.replace(tokens, (token, string, colon) => {
      if (token === '{' || token === '[') above.push(name)
      else if (token === '}' || token === ']') name = above.pop() ?? ''
      else if (colon !== undefined) name = unquoted(string)
      else return this.#value([...above, name], token)
      return token
    })
  }

  #value(names: readonly string[], token: string): string {
    if (!/^["']/.test(token)) {
      if (names.some((name) => secretName.test(name))) return '0'
      return numberName.test(names.at(-1) ?? '') && /^\d{6,}$/.test(token)
        ? (this.#named(names, token) ?? token)
        : token
    }
    const value = unquoted(token)
    const redacted = this.#named(names, value) ?? this.body(value)
    const quote = token.slice(0, 1)
    return redacted === value ? token : quote === '"' ? JSON.stringify(redacted) : quote + redacted + quote
  }

  /** Returns what replaces a value because of the names that lead to it, or null. */
  #named(names: readonly string[], value: string): string | null {
    const name = names.at(-1) ?? ''
    if (names.some((one) => secretName.test(one))) return this.#secret(value)
    if (this.#keepsPersonal) return null
    if (name === mixedName) return this.#names.knownPerson(value)
    if (personName.test(name) || person.test(name) || (name === 'name' && person.test(names.at(-2) ?? ''))) {
      if (/\S\s+\S|@/.test(value)) for (const form of formsOf(value)) this.#people.add(form)
      return this.#names.person(value)
    }
    return numberName.test(name) ? this.#names.number(value) : null
  }

  /** D25: the field `api_key` of a record has the key's mode. */
  #secret(value: string): string {
    return /^(?:test|live|)$/.test(value) ? value : this.#names.secret(value)
  }
}

const jsonTokens = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/g
/** A dictionary of Python, which a call can have in place of JSON. */
const pythonTokens = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/g

/** A name in an entry's text, as a pattern: as it is, and in a query. */
function formsOf(name: string): readonly string[] {
  const forms = [name, encodeURIComponent(name), encodeURIComponent(name).replaceAll('%20', '+')]
  return [...new Set(forms)].map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function unquoted(token: string): string {
  const value = jsonIn(token)
  return typeof value === 'string' ? value : token.slice(1, -1)
}
