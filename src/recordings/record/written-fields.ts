import { isObject } from '../../domain/json.ts'
import { webUrl } from '../../domain/web-url.ts'
import { cutRecordIn } from '../read/bodies.ts'
import { boundedJson, boundedParameters } from '../read/bounded.ts'
import { isWord, wordsOfPath } from '../read/service-paths.ts'
import { allowedFields, metadataFields, type Writing } from './allowed-fields.ts'
import { PersonalValues } from './personal-values.ts'
import type { StandIns } from './stand-ins.ts'

export interface WritingOptions {
  /** Names, emails, numbers and free texts are written as they are. */
  readonly keepsPersonal: boolean
  /** Further fields whose values are written. */
  readonly kept: ReadonlySet<string>
}

interface EntryPath {
  readonly path: string
  /** With `:id` in place of ids. */
  readonly written: string
}

/** To search longer sentences would block other calls. */
const mostOfSentences = 10_000

/** Writes the parts of one entry: the values of allowed fields, and of all others the names and forms. */
export class FieldWriter {
  readonly #standIns: StandIns
  readonly #options: WritingOptions
  readonly #personal: PersonalValues
  #path: EntryPath | null = null
  /** How many characters of sentences were searched for the customer. */
  #sentences = 0

  constructor(standIns: StandIns, options: WritingOptions) {
    this.#standIns = standIns
    this.#options = options
    this.#personal = new PersonalValues(standIns)
  }

  /** Finds what sentences of the entry can repeat: its path, and the customer in its bodies. */
  meet(bodies: readonly (ReadBody | null)[], path: EntryPath): void {
    this.#path = path
    for (const body of bodies) this.#personal.addFrom(body?.value)
  }

  body({ text, value }: ReadBody, mimeType: string): string {
    if (text === '') return ''
    if (mimeType.includes('x-www-form-urlencoded')) return this.parameters(text)
    if (value === undefined) return this.#cut(text)
    const isCompact = JSON.stringify(value) === text
    return JSON.stringify(this.#top(value), null, isCompact ? undefined : 1)
  }

  /** A query or a form. */
  parameters(text: string): string {
    const pairs = boundedParameters(text)?.map(([name, value]): [string, string] => {
      return [nameOf(name), String(this.#field(name, value, allowed(allowedFields, name)))]
    })
    return pairs === undefined ? formOf(text) : new URLSearchParams(pairs).toString()
  }

  /** A record that breaks off still says whose it is. */
  #cut(text: string): string {
    const { id, reference_business, status } = cutRecordIn({ body: text }) ?? {}
    const named = JSON.stringify(this.#fields({ id, reference_business, status }, allowedFields))
    return named === '{}' ? formOf(text) : `${named.slice(0, -1)},"${formOf(text)}`
  }

  #top(value: unknown): unknown {
    if (Array.isArray(value))
      return value.map((one) => (isObject(one) ? this.#fields(one, allowedFields) : formOf(one)))
    return isObject(value) ? this.#fields(value, allowedFields) : formOf(value)
  }

  #fields(value: object, list: Readonly<Record<string, Writing>>, rest?: Writing): object {
    const written = Object.entries(value).map(([name, one]) => [
      nameOf(name),
      this.#field(name, one, allowed(list, name) ?? rest),
    ])
    return Object.fromEntries(written)
  }

  #field(name: string, value: unknown, writing: Writing | undefined): unknown {
    if (this.#options.kept.has(name)) return this.#asItIs(value)
    if (writing === undefined) return formOf(value)
    if (Array.isArray(value)) return value.map((one) => this.#field(name, one, writing))
    if (isObject(value)) {
      return writing === 'metadata'
        ? this.#fields(value, metadataFields, 'metadata')
        : this.#fields(value, allowedFields)
    }
    if (writing === 'fields') return formOf(value)
    if (typeof value === 'string') return this.#text(value, writing)
    const isOther = typeof value === 'number' && !['plain', 'sentence', 'mode'].includes(writing)
    return isOther && !this.#options.keepsPersonal ? this.#number(value) : value
  }

  #text(text: string, writing: Writing): string {
    if (writing === 'address') return this.#address(text)
    if (writing === 'mode') return /^(?:test|live|)$/.test(text) ? text : this.#standIns.key(text)
    if (writing === 'plain' || this.#options.keepsPersonal) return this.#standIns.withoutKeys(text)
    if (writing === 'number') return this.#standIns.number(text)
    if (writing !== 'sentence') return this.#standIns.text(text)
    this.#sentences += text.length
    if (this.#sentences > mostOfSentences) return formOf(text)
    const { path = '', written = '' } = this.#path ?? {}
    // D4: a 404 names the path.
    const said = path === written ? text : text.replace(path, written)
    return this.#standIns.withoutKeys(this.#personal.outOf(said))
  }

  #number(value: number): number {
    const digits = String(value).replace(/\d+/g, (run) => this.#standIns.text(run))
    return Number(digits)
  }

  /** Host, the words of the path, and the names of parameters; a text that is no address becomes another text. */
  #address(text: string): string {
    const url = webUrl(text)
    if (url === null) return this.#standIns.text(text)
    const names = [...url.searchParams.keys()].map((name) => `${nameOf(name)}=`).join('&')
    return `${url.origin}${wordsOfPath(url.pathname)}${names === '' ? '' : `?${names}`}`
  }

  #asItIs(value: unknown): unknown {
    if (typeof value === 'string') return this.#standIns.withoutKeys(value)
    if (Array.isArray(value)) return value.map((one) => this.#asItIs(one))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [nameOf(name), this.#asItIs(one)]))
  }
}

/** A body with the value of its JSON; undefined if it has none that is written. */
export interface ReadBody {
  readonly text: string
  readonly value: unknown
}

export function bodyIn(text: string): ReadBody {
  return { text, value: boundedJson(text) }
}

function allowed(list: Readonly<Record<string, Writing>>, name: string): Writing | undefined {
  return Object.hasOwn(list, name) ? list[name] : undefined
}

function nameOf(name: string): string {
  return isWord(name) ? name : `<key of ${name.length}>`
}

/** The form of a value that is not written. */
function formOf<T>(value: T): T extends string ? string : unknown
function formOf(value: unknown): unknown {
  if (typeof value === 'string') return `<text of ${value.length}>`
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map(formOf)
  if (!isObject(value)) return `<${typeof value}>`
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [nameOf(name), formOf(one)]))
}
