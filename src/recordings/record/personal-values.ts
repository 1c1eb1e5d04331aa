import { isObject } from '../../domain/json.ts'
import { allowedFields } from './allowed-fields.ts'
import { type StandIns, sharedDigits } from './stand-ins.ts'

/** A record names one customer, in a few fields. */
const most = 20

/** The names, emails and numbers in the fields of an entry, for sentences that repeat them. */
export class PersonalValues {
  readonly #standIns: StandIns
  readonly #values = new Set<string>()
  readonly #nameForm: RegExp
  #names: RegExp | null = null
  #tails: ReadonlySet<string> = new Set()

  /** `withShortNames`: also names of one word, such as Customer, which can be a word of the sentence. */
  constructor(standIns: StandIns, { withShortNames = false } = {}) {
    this.#standIns = standIns
    this.#nameForm = withShortNames ? /\p{L}{2}/u : /\S\s+\S|@/
  }

  addFrom(body: unknown): void {
    for (const value of personalIn(body)) if (this.#values.size < most) this.#values.add(value)
    const names = [...this.#values].filter((value) => this.#nameForm.test(value)).map(literally)
    this.#names = names.length === 0 ? null : new RegExp(names.join('|'), 'giu')
    this.#tails = new Set([...this.#values].map(tailOf).filter((tail) => tail.length === sharedDigits))
  }

  /** Returns a sentence without them. */
  outOf(sentence: string): string {
    const standIns = this.#standIns
    const nameless = this.#names === null ? sentence : sentence.replace(this.#names, (name) => standIns.text(name))
    if (this.#tails.size === 0) return nameless
    const replaced = (found: string) => (this.#tails.has(tailOf(found)) ? standIns.number(found) : found)
    return nameless.replace(/\d{8,16}/g, replaced).replace(/\d(?:[\s().-]{0,2}\d){7,15}/g, replaced)
  }
}

function personalIn(body: unknown): readonly string[] {
  const objects = (Array.isArray(body) ? body : [body]).filter(isObject)
  return objects.flatMap(Object.entries).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return name === 'metadata' ? [] : personalIn(value)
    const writing = Object.hasOwn(allowedFields, name) ? allowedFields[name] : undefined
    return writing === 'person' || writing === 'number' ? [value] : []
  })
}

function tailOf(text: string): string {
  return text.replace(/\D/g, '').slice(-sharedDigits)
}

function literally(text: string): string {
  const escaped = text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return /\s/.test(text) ? escaped : `(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`
}
