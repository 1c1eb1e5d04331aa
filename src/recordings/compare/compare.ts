import { type Config, checkConfig } from '../../config.ts'
import { type DeclaredSettings, over } from '../../domain/declared-settings.ts'
import { isObject } from '../../domain/json.ts'
import { ratesOf } from '../../domain/rates.ts'
import type { Settings } from '../../domain/settings.ts'
import { readShipped } from '../../sandbox/shipped.ts'
import type { Log } from '../../sandbox.ts'
import { type Conversation, conversationOf, isFault, isRefusedKey, type Unplaced } from '../read/conversation.ts'
import { grouped } from '../read/grouped.ts'
import { ownCalls } from '../read/own-calls.ts'
import { readRecording } from '../read/read-recording.ts'
import { type Entry, UnusableRecording } from '../read/recording.ts'
import { Comparison } from './comparison.ts'
import type { Fact } from './fact.ts'
import { play } from './play.ts'
import { type NamedResult, ResultNames } from './result.ts'
import { type Contradiction, type Settling, settingIn, settle } from './settle.ts'
import { type UnknownCalls, unknownCalls } from './unknown-calls.ts'
import { type Difference, uncoveredIn, type Verdict, verdictsOf } from './verdicts.ts'

export interface Sides {
  readonly rows: readonly Verdict[]
  /** Differences that no decision is about. */
  readonly uncovered: readonly Difference[]
}

export interface Compared extends Sides {
  readonly files: readonly string[]
  /** Recorded calls and webhooks of the service. */
  readonly entries: number
  readonly unknownCalls: readonly UnknownCalls[]
  /** Calls and webhooks about transactions that no call of the recording creates. */
  readonly unplaced: Unplaced
  readonly newResults: readonly NamedResult[]
  readonly settlings: readonly Settling[]
  readonly contradictions: readonly Contradiction[]
  /** What the same comparison says under the settings that were found. */
  readonly settled: Sides
  /** The configuration with these settings. */
  readonly config: Config
  /** Calls to other hosts, counted. */
  readonly others: ReadonlyMap<string, number>
  /** Entries without a time or an http address. */
  readonly unreadable: readonly { readonly file: string; readonly index: number }[]
  /** Files whose last entry was being written when `record` was killed. */
  readonly torn: readonly string[]
}

/** Settling one setting can show what another one hides. */
const mostRounds = 5

/** Plays recordings of the service and compares. Throws an `UnusableRecording`. */
export async function compareRecordings(files: readonly string[], config: Config, log: Log): Promise<Compared> {
  const recordings = files.map(readRecording)
  const { businesses, others } = ownCalls(recordings)
  const all = [...businesses].map(([key, entries]) => conversationOf(key, entries))
  const conversations = all.filter(({ calls }) => calls.length > 0)
  checkAnswers(conversations, files)
  return {
    ...(await settledRounds(conversations, config, log)),
    files,
    entries: [...businesses.values()].reduce((sum, entries) => sum + entries.length, 0),
    unknownCalls: unknownCalls(conversations),
    unplaced: {
      webhook: all.flatMap(({ unplaced }) => unplaced.webhook),
      call: all.flatMap(({ unplaced }) => unplaced.call),
    },
    others,
    unreadable: recordings.flatMap(({ file, unreadable }) => unreadable.map((index) => ({ file, index }))),
    torn: recordings.flatMap(({ file, isTorn }) => (isTorn ? file : [])),
  }
}

function checkAnswers(conversations: readonly Conversation[], files: readonly string[]): void {
  const calls = conversations.flatMap((conversation) => conversation.calls.map(({ entry }) => entry))
  if (calls.length === 0) throw new UnusableRecording(files.join(', '), 'has webhooks only: there is no call to play')
  if (calls.every(isFault)) {
    throw new UnusableRecording(files.join(', '), `shows nothing of the service: ${faultsIn(calls)}`)
  }
}

/** Plays again under the settings that were found, until no more are. */
async function settledRounds(conversations: readonly Conversation[], config: Config, log: Log) {
  const { rates } = await readShipped()
  const nameOf = businessNames(conversations)
  let last = await round(conversations, config, log)
  let { rows, uncovered, newResults } = last
  let [now, settlings, contradictions]: [Config, readonly Settling[], readonly Contradiction[]] = [config, [], []]
  for (let count = 0; count < mostRounds; count++) {
    const ground = { settings: last.settings, nameOf, rates: ratesOf({ ...rates, ...now.rates }) }
    const found = settle(last.facts, ground)
    const { free, taken } = judged(found.settlings, { config, now, conversations })
    const more = free.filter((one) => !settlings.some((before) => isSame(before, one)))
    contradictions = merged(
      [...contradictions, ...last.once],
      [...found.contradictions, ...taken],
      (one) => one.setting,
    )
    if (more.length === 0) break
    settlings = merged(settlings, more, ({ path }) => path.join('.'))
    now = more.reduce(withSetting, now)
    last = await round(conversations, now, log)
    // What the first comparison could not see, the first one that sees it says.
    rows = rows.map((row, index) => (row.seen === 0 ? (last.rows[index] ?? row) : row))
  }
  const declared = declarations(conversations, settlings, config)
  const settled: Sides = { rows: last.rows, uncovered: last.uncovered }
  return {
    ...{ rows, uncovered, newResults, contradictions, settled },
    settlings: [...declared, ...settlings],
    config: declared.reduce(withSetting, now),
  }
}

/** How calls were answered of which none was answered by the service. */
function faultsIn(entries: readonly Entry[]): string {
  const counted = [...grouped(entries, ({ status }) => status)]
  return counted.map(([status, { length }]) => `${length} × ${status === 0 ? 'no answer' : status}`).join(', ')
}

interface Round extends Sides {
  readonly facts: readonly Fact[]
  readonly settings: ReadonlyMap<string, Settings>
  readonly newResults: readonly NamedResult[]
  readonly once: readonly Contradiction[]
}

/** Plays all conversations under a configuration. */
async function round(conversations: readonly Conversation[], config: Config, log: Log): Promise<Round> {
  const facts: Fact[] = []
  const results: NamedResult[] = []
  const once: Contradiction[] = []
  const settings = new Map<string, Settings>()
  const nameOf = businessNames(conversations)
  for (const conversation of conversations) {
    const { key } = conversation
    const declared = over(config.businesses.default ?? {}, config.businesses[key] ?? {})
    const names = new ResultNames(conversation.payments, declared.results ?? {})
    const played = await play(conversation, { config, log, results: names })
    for (const fact of new Comparison(conversation, played, names).facts) facts.push(fact)
    results.push(...names.all.filter(({ isNew }) => isNew))
    for (const { setting, value, entry } of played.evidence.once) {
      const path = ['businesses', nameOf(key), setting]
      once.push({ setting: settingIn(path), values: [`${value}, seen once: it can be by hand`], entries: [entry] })
    }
    settings.set(key, played.settings)
  }
  const newResults = merged([], results, (one) => JSON.stringify(one))
  return { facts, settings, newResults, once, rows: verdictsOf(facts), uncovered: uncoveredIn(facts) }
}

/** Where the settings of each key are written: under its own name if there are several merchants. */
function businessNames(conversations: readonly Conversation[]): (key: string) => string {
  const isOne = acceptedIn(conversations).length <= 1
  return (key) => (isOne ? 'default' : key)
}

function acceptedIn(conversations: readonly Conversation[]): readonly Conversation[] {
  return conversations.filter((conversation) => !isRefusedKey(conversation))
}

/** Keys that are accepted must be declared if others are refused (D2). */
function declarations(conversations: readonly Conversation[], settlings: readonly Settling[], { businesses }: Config) {
  if (!settlings.some(({ path }) => path[0] === 'keys')) return []
  return acceptedIn(conversations)
    .filter(({ key }) => businesses[key] === undefined)
    .map(({ key, calls }) => ({ path: ['businesses', key], value: {}, seen: calls.length, of: calls.length }))
}

interface Judging {
  readonly config: Config
  readonly now: Config
  readonly conversations: readonly Conversation[]
}

/** What the configuration says already is not overwritten: a recording that says otherwise contradicts it. */
function judged(settlings: readonly Settling[], { config, now, conversations }: Judging) {
  const free: Settling[] = []
  const taken: Contradiction[] = []
  for (const one of settlings) {
    const before = writtenAt(config, one.path, conversations)
    const isValue = checkConfig(withSetting(now, one)).success
    const value = JSON.stringify(one.value)
    if (before === undefined && isValue) free.push(one)
    else {
      const values =
        before === undefined ? [`${value}, which it cannot be`] : [`${JSON.stringify(before)} in the config`, value]
      taken.push({ setting: settingIn(one.path), values, entries: [] })
    }
  }
  return { free, taken }
}

function writtenAt(
  config: Config,
  [first, business = '', ...names]: readonly string[],
  conversations: readonly Conversation[],
): unknown {
  if (first !== 'businesses') return undefined
  const keys = business === 'default' ? conversations.map(({ key }) => key) : [business]
  return ['default', ...keys]
    .map((key) =>
      names.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), config.businesses[key]),
    )
    .find((value) => value !== undefined)
}

function withSetting(config: Config, { path: [first, business = '', ...names], value }: Settling): Config {
  if (first === 'rates') return { ...config, rates: { ...config.rates, ...(isObject(value) ? value : {}) } }
  if (first === 'keys') return { ...config, keys: 'declared' }
  const layer = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const settings = over<DeclaredSettings>(config.businesses[business] ?? {}, isObject(layer) ? layer : {})
  return { ...config, businesses: { ...config.businesses, [business]: settings } }
}

function isSame(one: Settling, other: Settling): boolean {
  return JSON.stringify([one.path, one.value]) === JSON.stringify([other.path, other.value])
}

function merged<T>(before: readonly T[], more: readonly T[], nameOf: (one: T) => string): readonly T[] {
  return [...new Map([...before, ...more].map((one) => [nameOf(one), one])).values()]
}
