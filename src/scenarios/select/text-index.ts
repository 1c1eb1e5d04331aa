import type { SelectionFacts } from './match.ts'

/** Keys of a match that hold texts, the ones that distinguish requests best first. */
export const textKeys = ['reference', 'accountNumber', 'reason', 'network', 'currency'] as const
export type TextKey = (typeof textKeys)[number]

/** Places of rules in their order, rising. */
export type Places = readonly number[]

/** Rules by a text that a request must have for each of them. */
export interface TextIndex {
  /** Adds a rule at a place, which is higher than all before; false when its globs fix no text that could be looked up. */
  add(key: TextKey, globs: readonly string[], place: number): boolean
  /** The places of all rules whose text these facts have; a place can be in several lists. */
  find(facts: SelectionFacts): readonly Places[]
}

/** Where a text has to stand: at the start, before `skip` characters at the end, anywhere, or it is the whole. */
interface Part {
  readonly at: 'start' | 'end' | 'whole' | 'anywhere'
  readonly skip: number
  readonly length: number
}

interface FixedText {
  readonly part: Part
  readonly text: string
}

/** The rules that fix a text of one length at one part of one key, by that text. */
interface Bucket {
  readonly key: TextKey
  readonly part: Part
  readonly places: Map<string, number[]>
}

/** Texts of this length are rare enough, and a longer text has few of them. */
const trigramLength = 3

/** An empty index. */
export function createTextIndex(): TextIndex {
  const buckets = new Map<string, Bucket>()
  const put = (key: TextKey, { part, text }: FixedText, place: number) => {
    const name = `${key} ${part.at} ${part.skip} ${part.length}`
    const bucket = buckets.get(name) ?? { key, part, places: new Map<string, number[]>() }
    const places = bucket.places.get(text) ?? []
    if (places.at(-1) !== place) places.push(place)
    bucket.places.set(text, places)
    buckets.set(name, bucket)
  }
  /** How many rules have this trigram already: the fewer, the fewer are looked at in vain. */
  const frequency = (key: TextKey, trigram: string) =>
    buckets.get(`${key} anywhere 0 ${trigram.length}`)?.places.get(trigram)?.length ?? 0
  return {
    add(key, globs, place) {
      const fixed = globs.flatMap((glob) => anchorOf(glob) ?? trigramOf(glob, (each) => frequency(key, each)) ?? [])
      if (fixed.length < globs.length) return false
      for (const one of fixed) put(key, one, place)
      return true
    },
    find(facts) {
      const found: Places[] = []
      for (const bucket of buckets.values()) look(bucket, facts, found)
      return found
    },
  }
}

/** The longest text that a glob fixes at one of its ends; null for one that begins and ends with a wildcard. */
function anchorOf(glob: string): FixedText | null {
  if (!/[*?]/.test(glob)) return { part: { at: 'whole', skip: 0, length: glob.length }, text: glob }
  const start = /^[^*?]+/.exec(glob)?.[0] ?? ''
  const [, end = '', marks = ''] = /([^*?]+)(\?*)$/.exec(glob) ?? []
  if (start === '' && end === '') return null
  if (start.length >= end.length) return { part: { at: 'start', skip: 0, length: start.length }, text: start }
  return { part: { at: 'end', skip: marks.length, length: end.length }, text: end }
}

/** The trigram of a glob's fixed texts that the fewest other rules have; null for a glob that fixes none. */
function trigramOf(glob: string, frequency: (trigram: string) => number): FixedText | null {
  const texts = glob.split(/[*?]+/).filter((text) => text !== '')
  const longest = Math.min(trigramLength, Math.max(0, ...texts.map((text) => text.length)))
  if (longest === 0) return null
  const trigrams = texts.flatMap((text) => partsOf(text, longest))
  const [best = ''] = trigrams.toSorted((one, other) => frequency(one) - frequency(other))
  return { part: { at: 'anywhere', skip: 0, length: longest }, text: best }
}

function partsOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, from) => text.slice(from, from + length))
}

/** Adds what a bucket has for these facts. No lists in between: every request looks here. */
function look({ key, part, places }: Bucket, facts: SelectionFacts, found: Places[]): void {
  if (key === 'accountNumber') {
    for (const number of facts.accountNumbers) lookIn(number, part, places, found)
    return
  }
  const text = facts[key]
  if (text !== null) lookIn(text, part, places, found)
}

function lookIn(text: string, part: Part, places: ReadonlyMap<string, Places>, found: Places[]): void {
  const { at, skip, length } = part
  if (at === 'anywhere') {
    for (let from = 0; from + length <= text.length; from++) lookFor(text.slice(from, from + length), places, found)
    return
  }
  const to = text.length - skip
  lookFor(
    at === 'whole' ? text : at === 'start' ? text.slice(0, length) : text.slice(Math.max(0, to - length), to),
    places,
    found,
  )
}

function lookFor(text: string, places: ReadonlyMap<string, Places>, found: Places[]): void {
  const here = places.get(text)
  if (here) found.push(here)
}
