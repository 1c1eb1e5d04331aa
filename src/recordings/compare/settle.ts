import { codesIn, networks } from '../../catalogue/networks.ts'
import { isResultName } from '../../catalogue/results.ts'
import { formatDuration, parseDuration } from '../../domain/duration.ts'
import { isObject } from '../../domain/json.ts'
import { builtInResult } from '../../domain/result.ts'
import type { Settings } from '../../domain/settings.ts'
import type { CurrencyCode } from '../../domain/transaction.ts'
import type { Body } from '../read/calls.ts'
import { grouped } from '../read/grouped.ts'
import type { Fact, Vote } from './fact.ts'
import { onlyPercent } from './fee.ts'
import { isAbout, roundedDuration } from './near-times.ts'

/** A setting that makes differences vanish, as it is written into a config file. */
export interface Settling {
  /** Of the config file: `businesses.default.fees.mobile-money`. */
  readonly path: readonly string[]
  readonly value: unknown
  /** How many of the facts about it say so. */
  readonly seen: number
  readonly of: number
}

/** A setting for which the recording shows two values. */
export interface Contradiction {
  readonly setting: string
  readonly values: readonly string[]
  readonly entries: readonly Fact['entry'][]
}

export interface Settled {
  readonly settlings: readonly Settling[]
  readonly contradictions: readonly Contradiction[]
}

type VotedFact = Fact & { readonly vote: Vote }
type Of<Setting> = Extract<Vote, { setting: Setting }>

/** What the settings of now are, and where the ones of a business are written. */
export interface Ground {
  readonly settings: ReadonlyMap<string, Settings>
  /** Its name under `businesses`. */
  nameOf(key: string): string
  rates(code: CurrencyCode): number
}

/** Returns the settings that the differences of a recording ask for: each business its own. */
export function settle(facts: readonly Fact[], ground: Ground): Settled {
  const voted = facts.filter((fact): fact is VotedFact => fact.vote !== null)
  const settlings: Settling[] = []
  const contradictions: Contradiction[] = []
  for (const group of grouped(voted, (fact) => pathOf(fact, ground).join(' ')).values()) {
    const usable = group.filter(({ follows }) => follows === null)
    const [first] = usable
    // What follows from another difference is judged once that is settled.
    if (first === undefined || usable.every(({ isSame }) => isSame)) continue
    const path = pathOf(first, ground)
    const found = valueFor(usable as [VotedFact], ground)
    if (found === null) continue
    if ('values' in found) {
      contradictions.push({ setting: settingIn(path), ...found, entries: usable.map(({ entry }) => entry) })
    } else settlings.push({ path, value: found.value, seen: usable.length, of: usable.length })
  }
  return { settlings, contradictions }
}

/** Where a setting is in the config file. Rates and keys are of the whole sandbox. */
function pathOf({ vote, key }: VotedFact, { nameOf }: Ground): readonly string[] {
  if (vote.setting === 'rate' || vote.setting === 'keys') return [vote.setting === 'rate' ? 'rates' : 'keys']
  const name = vote.setting === 'rateForm' ? 'rates' : vote.setting
  return ['businesses', nameOf(key), name, ...partOf(vote)]
}

/** Names a setting of the config file; its business too, unless it is of every business. */
export function settingIn([first = '', business = '', ...names]: readonly string[]): string {
  if (names.length === 0) return first
  return business === 'default' ? names.join('.') : [first, business, ...names].join('.')
}

/** Where a setting has a value for each of several things: its names below the setting. */
function partOf(vote: Vote): readonly string[] {
  if (vote.setting === 'fees') return [vote.flow]
  if (vote.setting === 'results') return [vote.name]
  if (vote.setting === 'homeCountries') return [vote.currency]
  return vote.setting === 'limits' ? [vote.flow, vote.network, vote.currency] : []
}

type Value = Pick<Settling, 'value'> | Pick<Contradiction, 'values'> | null

function valueFor(facts: readonly [VotedFact, ...VotedFact[]], { settings: all, rates }: Ground): Value {
  const [{ vote, key }] = facts
  const settings = all.get(key)
  if (settings === undefined) return null
  const votes = <Name extends Vote['setting']>(name: Name) =>
    facts.map((fact) => fact.vote).filter((one): one is Of<Name> => one.setting === name)
  const plain = facts.map((fact) => ({ value: 'value' in fact.vote ? fact.vote.value : undefined }))
  switch (vote.setting) {
    case 'amounts':
      return twoForms(votes('amounts'), { create: 'number', final: 'string' })
    case 'customerNumbers':
      return twoForms(votes('customerNumbers'), { create: 'international', final: 'local' })
    case 'fees':
      return fee(votes('fees'))
    case 'smsOtp':
      return networkList(votes('smsOtp'), settings.smsOtp === true ? codesIn('GH') : settings.smsOtp)
    case 'networks':
      return networkList(votes('networks'), settings.networks ?? networks.map(({ code }) => code))
    case 'limits':
      return limits(votes('limits'))
    case 'retry':
      return retries(votes('retry'), settings)
    case 'rate':
      return rate(votes('rate'), rates)
    case 'results':
      return resultWords(agreed(plain.map(({ value }) => ({ value: differingWords(vote.name, value) }))))
    case 'accountLifetime':
    case 'timeout':
      return times(plain.map(({ value }) => String(value)))
    default:
      return agreed(plain)
  }
}

/** A result that is as the catalogue has it settles nothing. */
function resultWords(found: Value): Value {
  return found !== null && 'value' in found && found.value === null ? null : found
}

/** Of a built-in result only what differs; null if nothing does. */
function differingWords(name: string, value: unknown): unknown {
  if (!isResultName(name) || !isObject(value)) return value
  const builtIn: Body = { ...builtInResult(name) }
  const words = Object.entries(value).filter(([word, text]) => builtIn[word] !== text)
  return words.length === 0 ? null : Object.fromEntries(words)
}

function agreed(votes: readonly { readonly value: unknown }[]): Value {
  const values = [...new Map(votes.map(({ value }) => [JSON.stringify(value), value])).entries()]
  const [first] = values
  if (values.length > 1) return { values: values.map(([text]) => text) }
  return first === undefined ? null : { value: first[1] }
}

/** One form for both kinds of records, or the usual two. */
function twoForms<T extends string>(
  votes: readonly { readonly form: 'create' | 'final'; readonly value: T }[],
  usual: Readonly<Record<'create' | 'final', T>>,
): Value {
  const of = (form: 'create' | 'final') => [
    ...new Set(votes.filter((vote) => vote.form === form).map(({ value }) => value)),
  ]
  const [created, final] = [of('create'), of('final')]
  if (created.length > 1 || final.length > 1) return { values: [...new Set(votes.map(({ value }) => value))] }
  const [one = final[0], other = created[0]] = [created[0], final[0]]
  if (one === undefined) return null
  if (one === other) return { value: one }
  return one === usual.create && other === usual.final ? { value: 'as-shown' } : { value: 'swapped' }
}

function fee(votes: readonly Of<'fees'>[]): Value {
  const least = Math.max(...votes.map((vote) => vote.least))
  const most = Math.min(...votes.map((vote) => vote.most))
  const percent = onlyPercent(least, most)
  if (percent !== null) return { value: percent }
  const range = (from: number, to: number) => `${Math.max(0, from).toFixed(2)} to ${to.toFixed(2)} %`
  if (least < most) return { values: [`${range(least, most)}: only a larger amount says which`] }
  return { values: [...new Set(votes.map((vote) => range(vote.least, vote.most)))] }
}

/** The networks of which the recording shows yes, and the ones of now of which it shows nothing. */
function networkList(votes: readonly Of<'smsOtp' | 'networks'>[], now: readonly string[]): Value {
  const by = new Map<string, Set<boolean>>()
  for (const { network, value } of votes) by.set(network, (by.get(network) ?? new Set()).add(value))
  const mixed = [...by].filter(([, values]) => values.size > 1)
  if (mixed.length > 0) return { values: mixed.map(([network]) => `${network} and not ${network}`) }
  const unseen = [...new Set(now)].filter((network) => !by.has(network))
  return { value: [...unseen, ...[...by].filter(([, values]) => values.has(true)).map(([network]) => network)] }
}

function limits(votes: readonly Of<'limits'>[]): Value {
  const seen = [...new Set(votes.map(({ end, value }) => `${end} ${value}`))]
  const ends = new Map(votes.map(({ end, value }) => [end, value]))
  return seen.length > ends.size ? { values: seen } : { value: Object.fromEntries(ends) }
}

/** The gaps of the longest series; if it did not end on its own, the setting goes on. */
function retries(votes: readonly Of<'retry'>[], { retry }: Settings): Value {
  const longest = votes.reduce((one, other) =>
    other.gaps.length > one.gaps.length || (other.gaps.length === one.gaps.length && other.isAll) ? other : one,
  )
  const told = (gaps: readonly number[]) => gaps.map(roundedDuration).join(', ') || 'none'
  const isPart = (vote: Of<'retry'>) =>
    vote.gaps.every((gap, index) => isAbout(gap, longest.gaps[index] ?? -1)) &&
    (!vote.isAll || vote.gaps.length === longest.gaps.length)
  if (!votes.every(isPart)) return { values: [...new Set(votes.map(({ gaps }) => told(gaps)))] }
  const rest = longest.isAll ? [] : retry.slice(longest.gaps.length)
  return { value: [...longest.gaps.map(roundedDuration), ...rest] }
}

function times(values: readonly string[]): Value {
  const all = values.map(parseDuration).toSorted((one, other) => one - other)
  const middle = all[Math.floor(all.length / 2)] ?? 0
  return all.every((one) => isAbout(one, middle)) ? { value: formatDuration(middle) } : { values: [...new Set(values)] }
}

/** What one dollar is worth, from rates between two currencies; the dollar's own rate stays 1. */
function rate(votes: readonly Of<'rate'>[], rates: (code: CurrencyCode) => number): Value {
  const known = new Map<string, number>([['USD', rates('USD')]])
  const wanted = new Map<string, number>()
  for (let left = [...votes]; left.length > 0; ) {
    const next = left.find(({ source, destination }) => known.has(source) || known.has(destination)) ?? left[0]
    if (next === undefined) break
    left = left.filter((vote) => vote !== next)
    const { source, destination, value } = next
    if (!known.has(source) && !known.has(destination)) known.set(source, rates(source as CurrencyCode))
    const from = known.get(source)
    const to = known.get(destination)
    if (from !== undefined && to !== undefined) {
      if (Math.abs(to / from / value - 1) > 1e-5)
        return { values: [`${source} in ${destination}: ${value} and ${to / from}`] }
    } else if (from !== undefined) set(destination, from * value)
    else if (to !== undefined) set(source, to / value)
  }
  return wanted.size === 0 ? null : { value: Object.fromEntries(wanted) }

  function set(code: string, worth: number): void {
    const rounded = Number(worth.toPrecision(8))
    known.set(code, rounded)
    if (Math.abs(rounded / rates(code as CurrencyCode) - 1) > 1e-6) wanted.set(code, rounded)
  }
}
