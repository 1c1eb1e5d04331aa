import type { SelectionFacts } from './match.ts'

/** Keys of a match that hold texts, the ones that tell requests apart best first. */
export const textKeys = ['reference', 'accountNumber', 'reason', 'network', 'currency'] as const
export type TextKey = (typeof textKeys)[number]

/** Places of rules in their order, rising. */
export type Places = readonly number[]

/** Rules by a text that each wants in a request. */
export interface TextShelves {
  /** Adds a rule at a place, which is higher than all before; false when its globs want no text that could be looked up. */
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

interface Wanted {
  readonly part: Part
  readonly text: string
}

/** Texts of one length that are wanted at one part of one key, and who wants them. */
interface Shelf {
  readonly key: TextKey
  readonly part: Part
  readonly places: Map<string, number[]>
}

/** Pieces of this length tell texts apart well enough, and a text has few of them. */
const pieceLength = 3

/** Empty shelves. */
export function createTextShelves(): TextShelves {
  const shelves = new Map<string, Shelf>()
  const put = (key: TextKey, { part, text }: Wanted, place: number) => {
    const name = `${key} ${part.at} ${part.skip} ${part.length}`
    const shelf = shelves.get(name) ?? { key, part, places: new Map<string, number[]>() }
    const places = shelf.places.get(text) ?? []
    if (places.at(-1) !== place) places.push(place)
    shelf.places.set(text, places)
    shelves.set(name, shelf)
  }
  /** How many want this piece already: the fewer, the better it tells. */
  const wantedBy = (key: TextKey, piece: string) =>
    shelves.get(`${key} anywhere 0 ${piece.length}`)?.places.get(piece)?.length ?? 0
  return {
    add(key, globs, place) {
      const wanted = globs.map((glob) => anchorOf(glob) ?? pieceOf(glob, (piece) => wantedBy(key, piece)))
      if (wanted.some((one) => one === null)) return false
      for (const one of wanted) if (one !== null) put(key, one, place)
      return true
    },
    find(facts) {
      const found: Places[] = []
      for (const shelf of shelves.values()) look(shelf, facts, found)
      return found
    },
  }
}

/** The longest text that a glob fixes at one of its ends; null for one that begins and ends with a wildcard. */
function anchorOf(glob: string): Wanted | null {
  if (!/[*?]/.test(glob)) return { part: { at: 'whole', skip: 0, length: glob.length }, text: glob }
  const start = /^[^*?]+/.exec(glob)?.[0] ?? ''
  const [, end = '', marks = ''] = /([^*?]+)(\?*)$/.exec(glob) ?? []
  if (start === '' && end === '') return null
  if (start.length >= end.length) return { part: { at: 'start', skip: 0, length: start.length }, text: start }
  return { part: { at: 'end', skip: marks.length, length: end.length }, text: end }
}

/** The piece of a glob's fixed texts that the fewest others want; null for one that fixes none. */
function pieceOf(glob: string, wantedBy: (piece: string) => number): Wanted | null {
  const texts = glob.split(/[*?]+/).filter((text) => text !== '')
  const longest = Math.min(pieceLength, Math.max(0, ...texts.map((text) => text.length)))
  if (longest === 0) return null
  const pieces = texts.flatMap((text) => piecesOf(text, longest))
  const [best = ''] = pieces.toSorted((one, other) => wantedBy(one) - wantedBy(other))
  return { part: { at: 'anywhere', skip: 0, length: longest }, text: best }
}

function piecesOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, from) => text.slice(from, from + length))
}

/** Adds what a shelf has for these facts. No lists in between: every request looks here. */
function look({ key, part, places }: Shelf, facts: SelectionFacts, found: Places[]): void {
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
