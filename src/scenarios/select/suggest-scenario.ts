import { meantOneOf, probablyMeant } from '../../domain/did-you-mean.ts'
import type { Scenario } from '../scenario.ts'

/** The searchable fields of a scenario. One whose file is still being checked has a name only. */
export type Described = Pick<Scenario, 'name'> & Partial<Pick<Scenario, 'summary' | 'outcome'>>

const most = 5
/** Fewer letters are in half of all names. */
const fewest = 3
/** A shorter stem belongs to too many words. */
const shortestStem = 4
/** Longer names are cut, and of a hostile number of scenarios the last are not searched. */
const longestName = 64
const mostScenarios = 1000

/**
 * The scenarios that were probably meant: the one spelled nearly so, else those whose names have the text in them, else those
 * whose names, summaries and results say what the words mean.
 */
export function nearScenarios(name: string, scenarios: readonly Described[]): readonly string[] {
  const names = scenarios.map((scenario) => scenario.name)
  const near = probablyMeant(name, names)
  const around = name.length < fewest ? [] : names.filter((known) => known.includes(name))
  const found = near !== null ? [near] : around.length > 0 ? around : sameMeaning(name, scenarios)
  return found.slice(0, most)
}

/** The same as a question; null for none. */
export function meantScenario(name: string, scenarios: readonly Described[]): string | null {
  return meantOneOf(nearScenarios(name, scenarios))
}

/** Returns the scenarios that contain all of the words, matches in names first. */
function sameMeaning(text: string, scenarios: readonly Described[]): readonly string[] {
  const wanted = [...meaningsOf(text.slice(0, longestName))]
  if (wanted.length === 0) return []
  return scenarios
    .slice(0, mostScenarios)
    .map(({ name, summary, outcome }) => {
      const result = outcome?.kind === 'failed' ? `${outcome.result.name} ${outcome.result.text}` : ''
      const [inName, inResult, inSummary] = [name, result, summary ?? ''].map(meaningsOf)
      const ranks = wanted.map((meaning) => {
        if (inName?.has(meaning)) return 2
        return inResult?.has(meaning) || inSummary?.has(meaning) ? 1 : 0
      })
      return { name, rank: Math.min(...ranks) * wanted.length + Math.max(...ranks) }
    })
    .filter(({ rank }) => rank >= wanted.length)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ name }) => name)
}

const synonyms: readonly (readonly string[])[] = [
  'insufficient balance money funds cash broke poor',
  'decline deny denied reject refuse pin',
  'expire lapse overdue',
  'timeout unanswered ignore silent',
  'otp password sms passcode',
  'duplicate twice again double repeat',
  'late slow delay wait',
  'lost drop missing vanish',
  'forge fake spoof tamper unsigned signature',
  'split partial part instalment underpaid incomplete',
  'unavailable down downtime outage offline',
  'busy overload throttle',
  'approve success successful succeed complete paid',
  'truncate broken malformed corrupt garbled',
  'unregistered registered inactive',
  'manual hand',
].map((group) => group.split(' ').map(stem))

/** Words that say nothing about a payment. */
const emptyWords = new Set(
  'a an the no not of in on at to by is it its and or for with my test scenario payment transaction'.split(' '),
)

/** The meanings of the words in a text: the first of their synonyms, else their stem. */
function meaningsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return new Set(
    words
      .filter((word) => !emptyWords.has(word))
      .map(stem)
      .map((word) => synonyms.find((group) => group.includes(word))?.[0] ?? word),
  )
}

/** A word without its ending, so that expired, expires and expiry are one. */
function stem(word: string): string {
  const short = word.replace(/(?:ations?|ments?|ings?|ied|ies|ed|es|e|y|s)$/, '')
  return short.length >= shortestStem ? short : word
}
