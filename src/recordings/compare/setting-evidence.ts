import type { Settings } from '../../domain/settings.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { NamedSetting, ObservationSubject, SaidSetting } from './observation.ts'
import { type PlainSetting, plainRow } from './plain-settings.ts'

/** A setting that makes differences vanish. */
export interface FoundSetting {
  /** Below the settings of its business: `results`, `provider_busy`. */
  readonly path: readonly string[]
  readonly value: unknown
  /** How many observations of it say so. */
  readonly seen: number
}

/** A setting that is not written, and why: two values, or one that is shown once. */
export interface UnclearSetting {
  readonly setting: string
  readonly values: readonly string[]
  readonly entries: readonly RecordedEntry[]
}

interface Value {
  readonly value: unknown
  count: number
  /** Transactions, or bodies of refused calls: two of them show a setting. */
  readonly witnesses: Set<unknown>
  readonly entries: RecordedEntry[]
}

/** How many entries are named. */
const mostEntries = 20
const enough = 2

/** What the recording of a business shows about its settings. */
export class SettingEvidence {
  readonly #settings: Settings
  readonly #parts = new Map<PlainSetting, Map<string, Value[]>>()
  readonly #said = new Map<string, Map<string, RecordedEntry>>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  add({ setting, part = '', value }: NamedSetting, { entry, transaction }: ObservationSubject): void {
    const { agree = Object.is } = plainRow(setting)
    const parts = this.#parts.get(setting) ?? new Map<string, Value[]>()
    this.#parts.set(setting, parts)
    const values = parts.get(part) ?? []
    parts.set(part, values)
    let known = values.find((one) => isAlike(one.value, value, agree))
    if (known === undefined) {
      known = { value, count: 0, witnesses: new Set(), entries: [] }
      values.push(known)
    }
    known.count++
    if (known.witnesses.size < enough) known.witnesses.add(transaction ?? entry.request.body ?? entry)
    if (known.entries.length < mostEntries) known.entries.push(entry)
  }

  /** Notes a value that a person writes as a setting. */
  say({ setting, value }: SaidSetting, entry: RecordedEntry): void {
    const values = this.#said.get(setting) ?? new Map<string, RecordedEntry>()
    this.#said.set(setting, values)
    if (!values.has(value)) values.set(value, entry)
  }

  /** True if two agree on the value of a setting, and none contradicts them. */
  isClear({ setting, part = '' }: NamedSetting): boolean {
    const [first, ...more] = this.#parts.get(setting)?.get(part) ?? []
    return first !== undefined && more.length === 0 && first.witnesses.size >= enough
  }

  /** Returns the settings that two agree on and that are others now. */
  found(): readonly FoundSetting[] {
    return [...this.#parts].flatMap(([setting, parts]) => {
      const row = plainRow(setting)
      const clear = [...parts].filter(([part]) => this.isClear({ setting, part, value: null }))
      const isOther = ([part, [first]]: [string, Value[]]) =>
        first !== undefined && !isAlike(first.value, row.now(this.#settings, part), row.agree)
      // A result has a value of its own, a form of amounts has not.
      const isMap = setting === 'results' || setting === 'homeCountries'
      const wanted = isMap ? clear.filter(isOther) : clear
      if (!clear.some(isOther)) return []
      const values = new Map(wanted.map(([part, [first]]) => [part, first?.value] as const))
      const seen = wanted.reduce((sum, [, [first]]) => sum + (first?.count ?? 0), 0)
      return Object.entries(row.written(values, this.#settings)).map(([name, value]) => ({
        path: name === '' ? [setting] : [setting, name],
        value,
        seen: isMap ? (parts.get(name)?.[0]?.count ?? 0) : seen,
      }))
    })
  }

  /** Returns what is not clear, where a value is another than the one of now. */
  unclear(): readonly UnclearSetting[] {
    return [...this.#parts].flatMap(([setting, parts]) =>
      [...parts].flatMap(([part, values]) => {
        const row = plainRow(setting)
        const now = row.now(this.#settings, part)
        if (this.isClear({ setting, part, value: null }) || values.every(({ value }) => isAlike(value, now, row.agree)))
          return []
        const named = part === '' || part === 'create' || part === 'final' ? setting : `${setting}.${part}`
        const texts = values.map(({ value }) => JSON.stringify(value))
        return {
          setting: named,
          values: texts.length > 1 ? texts : texts.map((text) => `${text}, seen once`),
          entries: values.flatMap(({ entries }) => entries),
        }
      }),
    )
  }

  /** Returns the values that a person writes. */
  said(): readonly UnclearSetting[] {
    return [...this.#said].map(([setting, values]) => {
      return { setting, values: [...values.keys()], entries: [...values.values()] }
    })
  }
}

function isAlike(
  one: unknown,
  other: unknown,
  agree: ((one: unknown, other: unknown) => boolean) | undefined,
): boolean {
  return agree?.(one, other) ?? JSON.stringify(one) === JSON.stringify(other)
}
