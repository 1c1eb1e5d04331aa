import type { Config } from '../../config.ts'
import type { Log } from '../../sandbox.ts'
import { businessesIn, type RecordedBusiness } from '../read/businesses.ts'
import { readRecording } from '../read/read-recording.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { NamedResult } from '../read/results.ts'
import { trafficIn } from '../read/service-calls.ts'
import type { Transactions } from '../read/transactions.ts'
import { type BusinessEvidence, type SettledConfig, saidIn, settle } from './config-settings.ts'
import { observe } from './observe.ts'
import { play } from './play.ts'
import type { UnclearSetting } from './setting-evidence.ts'
import { type DecisionVerdict, type Difference, Tally } from './tally.ts'
import { type UnknownCalls, unknownCallsIn } from './unknown-calls.ts'

/** What a recording says about each decision, and about no decision. */
export interface Verdicts {
  readonly rows: readonly DecisionVerdict[]
  /** Differences that no decision is about. */
  readonly uncovered: readonly Difference[]
}

/** How near the sandbox is to the service of recordings. */
export interface Comparison extends Verdicts, SettledConfig {
  readonly files: readonly string[]
  /** How many calls and webhooks of the service there are. */
  readonly entries: number
  readonly unknownCalls: readonly UnknownCalls[]
  readonly unplaced: Transactions['unplaced']
  /** Webhooks whose body breaks off. */
  readonly broken: readonly RecordedEntry[]
  readonly newResults: readonly NamedResult[]
  /** Values of settings that a person writes. */
  readonly byHand: readonly UnclearSetting[]
  /** What the same comparison says under the settings that were found. */
  readonly settled: Verdicts
  /** How many calls went elsewhere, by host. */
  readonly others: ReadonlyMap<string, number>
  /** Entries without a time or an http address. */
  readonly unreadable: readonly { readonly file: string; readonly index: number }[]
  /** Files whose last entry was being written when `record` was killed. */
  readonly torn: readonly string[]
}

/** Says for each decision whether the sandbox does as the service in recordings. Throws an `UnusableRecording`. */
export async function compareRecordings(files: readonly string[], config: Config, log: Log): Promise<Comparison> {
  const recordings = files.map(readRecording)
  const traffic = trafficIn(recordings)
  const { businesses, unplaced } = businessesIn(traffic)
  const { verdicts, evidence, newResults } = await playAll(businesses, config, log)
  const settledConfig = settle(evidence, config)
  const isSame = settledConfig.settings.length === 0
  const settled = isSame ? verdicts : (await playAll(businesses, settledConfig.config, log)).verdicts
  return {
    ...verdicts,
    ...settledConfig,
    files,
    entries: traffic.calls.length + traffic.webhooks.length,
    unknownCalls: unknownCallsIn(traffic.calls),
    unplaced,
    broken: businesses.flatMap(({ transactions }) =>
      transactions.flatMap((one) => one.broken.map(({ entry }) => entry)),
    ),
    newResults,
    byHand: saidIn(evidence),
    settled,
    others: traffic.others,
    unreadable: recordings.flatMap(({ file, unreadable }) => unreadable.map((index) => ({ file, index }))),
    torn: recordings.flatMap(({ file, isTorn }) => (isTorn ? file : [])),
  }
}

/** Plays all businesses under a configuration. */
async function playAll(businesses: readonly RecordedBusiness[], config: Config, log: Log) {
  const tally = new Tally()
  const evidence: BusinessEvidence[] = []
  const newResults = new Map<string, NamedResult>()
  for (const business of businesses) {
    const { played, results } = await play(business, { config, log })
    evidence.push({ key: business.key, evidence: observe({ business, played, results, tally }) })
    for (const result of results.isNew) newResults.set(JSON.stringify(result), result)
  }
  const verdicts: Verdicts = { rows: tally.verdicts(), uncovered: tally.uncovered() }
  return { verdicts, evidence, newResults: [...newResults.values()] }
}
