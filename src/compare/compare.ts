import { type Config, checkConfig } from '../config.ts'
import { type DeclaredSettings, over } from '../domain/declared-settings.ts'
import { ratesOf } from '../domain/rates.ts'
import type { Settings } from '../domain/settings.ts'
import { readShipped } from '../sandbox/shipped.ts'
import type { Log } from '../sandbox.ts'
import { Comparison } from './comparison.ts'
import type { Fact } from './fact.ts'
import { grouped } from './grouped.ts'
import { play } from './play.ts'
import { isMap } from './reading/calls.ts'
import { type Conversation, conversationOf, isFault } from './reading/conversation.ts'
import { ownCalls } from './reading/own-calls.ts'
import { readRecording, type Unreadable } from './reading/read-recording.ts'
import { type Entry, UnusableRecording } from './reading/recording.ts'
import { type NamedResult, ResultNames } from './result.ts'
import { type Contradiction, type Settling, settle } from './settle.ts'
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
  readonly newResults: readonly NamedResult[]
  readonly settlings: readonly Settling[]
  readonly contradictions: readonly Contradiction[]
  /** What the same comparison says under the settings that were found. */
  readonly settled: Sides
  /** The configuration with these settings. */
  readonly config: Config
  /** Calls to other hosts, counted. */
  readonly others: ReadonlyMap<string, number>
  readonly unreadable: readonly Unreadable[]
}

/** Settling one setting can show what another one hides. */
const mostRounds = 5

/** Plays recordings of the service and compares. Throws an `UnusableRecording`. */
export async function compareRecordings(files: readonly string[], config: Config, log: Log): Promise<Compared> {
  const unreadable: Unreadable[] = []
  const { businesses, others } = await ownCalls(entriesOf(files, unreadable), unreadable)
  const all = [...businesses].map(([key, entries]) => conversationOf(key, entries))
  const conversations = all.filter(({ calls }) => calls.length > 0)
  if (conversations.length === 0)
    throw new UnusableRecording(files.join(', '), 'has webhooks only: there is no call to play')
  const calls = conversations.flatMap((conversation) => conversation.calls)
  if (calls.every(({ entry }) => isFault(entry)))
    throw new UnusableRecording(
      files.join(', '),
      `shows nothing of the service: ${faultsIn(calls.map(({ entry }) => entry))}`,
    )
  const { rates: shipped } = await readShipped()
  const first = await round(conversations, config, log)
  const found: { now: Config; settlings: readonly Settling[]; contradictions: readonly Contradiction[]; last: Round } =
    {
      now: config,
      settlings: [],
      contradictions: [],
      last: first,
    }
  for (let count = 0; count < mostRounds; count++) {
    const { settlings, contradictions } = settlable(found, config, { conversations, shipped })
    const more = settlings.filter((one) => !found.settlings.some(({ path, value }) => isSame({ path, value }, one)))
    found.contradictions = merged(found.contradictions, contradictions, ({ setting }) => setting)
    if (more.length === 0) break
    found.settlings = merged(found.settlings, more, ({ path }) => path.join('.'))
    found.now = more.reduce(withSetting, found.now)
    found.last = await round(conversations, found.now, log)
  }
  return {
    ...sidesOf(first.facts),
    files,
    entries: [...businesses.values()].reduce((sum, entries) => sum + entries.length, 0),
    unknownCalls: unknownCalls(conversations),
    newResults: merged(
      [],
      first.results.flatMap(({ all }) => all.filter(({ isNew }) => isNew)),
      (one) => JSON.stringify(one),
    ),
    settlings: found.settlings,
    contradictions: found.contradictions,
    settled: sidesOf(found.last.facts),
    config: found.now,
    others,
    unreadable,
  }
}

/** How calls were answered of which none was answered by the service. */
function faultsIn(entries: readonly Entry[]): string {
  const counted = [...grouped(entries, ({ status }) => status)]
  return counted.map(([status, { length }]) => `${length} × ${status === 0 ? 'no answer' : status}`).join(', ')
}

async function* entriesOf(files: readonly string[], unreadable: Unreadable[]): AsyncGenerator<Entry> {
  for (const file of files) yield* readRecording(file, (one) => unreadable.push(one))
}

interface Round {
  readonly facts: readonly Fact[]
  readonly settings: Settings
  readonly results: readonly ResultNames[]
}

/** Plays all conversations under a configuration. */
async function round(conversations: readonly Conversation[], config: Config, log: Log): Promise<Round> {
  const facts: Fact[] = []
  const results: ResultNames[] = []
  let settings: Settings | null = null
  for (const conversation of conversations) {
    const declared = over(config.businesses.default ?? {}, config.businesses[conversation.key] ?? {})
    const names = new ResultNames(conversation.payments, declared.results ?? {})
    const played = await play(conversation, { config, log, results: names })
    for (const fact of new Comparison(conversation, played, names).facts) facts.push(fact)
    results.push(names)
    settings ??= played.settings
  }
  if (settings === null) throw new Error('A recording without a business was let through')
  return { facts, results, settings }
}

function sidesOf(facts: readonly Fact[]): Sides {
  return { rows: verdictsOf(facts), uncovered: uncoveredIn(facts) }
}

interface Known {
  readonly conversations: readonly Conversation[]
  /** What one dollar is worth where the configuration says nothing. */
  readonly shipped: Config['rates']
}

/** What the configuration says already is not overwritten: a recording that says otherwise contradicts it. */
function settlable(
  { last, now }: { readonly last: Round; readonly now: Config },
  config: Config,
  { conversations, shipped }: Known,
) {
  const { settlings, contradictions } = settle(last.facts, last.settings, ratesOf({ ...shipped, ...now.rates }))
  const keys = ['default', ...conversations.map(({ key }) => key)]
  const free: Settling[] = []
  const more: Contradiction[] = [...contradictions]
  for (const one of settlings) {
    const written = writtenAt(config, one.path, keys)
    const isValue = checkConfig(withSetting(now, one)).success
    if (written === undefined && isValue) free.push(one)
    else if (written === undefined)
      more.push({
        setting: one.path.slice(2).join('.'),
        values: [`${JSON.stringify(one.value)}, which it cannot be`],
        entries: [],
      })
    else
      more.push({
        setting: one.path.slice(2).join('.') || one.path.join('.'),
        values: [`${JSON.stringify(written)} in the config`, JSON.stringify(one.value)],
        entries: [],
      })
  }
  return { settlings: free, contradictions: more }
}

function writtenAt(config: Config, path: readonly string[], keys: readonly string[]): unknown {
  const [first, , ...names] = path
  if (first !== 'businesses') return undefined
  const settings = keys.map((key) => config.businesses[key])
  return settings
    .map((one) => names.reduce<unknown>((value, name) => (isMap(value) ? value[name] : undefined), one))
    .find((value) => value !== undefined)
}

function withSetting(config: Config, { path: [first, ...rest], value }: Settling): Config {
  if (first === 'rates') return { ...config, rates: { ...config.rates, ...(isMap(value) ? value : {}) } }
  const [, ...names] = rest
  const layer = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const settings = over<DeclaredSettings>(config.businesses.default ?? {}, isMap(layer) ? layer : {})
  return { ...config, businesses: { ...config.businesses, default: settings } }
}

function isSame(one: object, { path, value }: Settling): boolean {
  return JSON.stringify(one) === JSON.stringify({ path, value })
}

function merged<T>(before: readonly T[], more: readonly T[], nameOf: (one: T) => string): readonly T[] {
  return [...new Map([...before, ...more].map((one) => [nameOf(one), one])).values()]
}
