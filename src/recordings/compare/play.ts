import type { Config } from '../../config.ts'
import { testKey } from '../../domain/keys.ts'
import type { Settings } from '../../domain/settings.ts'
import { type Log, type RunningSandbox, startSandbox } from '../../sandbox.ts'
import type { RecordedBusiness } from '../read/businesses.ts'
import type { RecordedEntry } from '../read/recording.ts'
import { ResultNames } from '../read/results.ts'
import type { RecordedTransaction } from '../read/transactions.ts'
import { turnsOf } from '../read/turns.ts'
import { iso, type OwnAnswer, type OwnWebhook, Player } from './player.ts'

/** What the sandbox did with the calls of a business. */
export interface PlayedBusiness {
  /** The ones that the configuration gives it. */
  readonly settings: Settings
  readonly answers: ReadonlyMap<RecordedEntry, OwnAnswer>
  readonly webhooks: ReadonlyMap<RecordedTransaction, readonly OwnWebhook[]>
}

export interface PlayOptions {
  readonly config: Config
  readonly log: Log
}

/** Leads a sandbox in memory, whose clock stands still between the calls, through the calls of a business. */
export async function play(business: RecordedBusiness, { config, log }: PlayOptions) {
  const key = testKey.test(business.key) ? business.key : 'test_recorded'
  const callAt = new Map(business.calls.map((placed) => [placed.call.entry, placed]))
  const turnAt = new Map(business.transactions.flatMap(turnsOf).map((turn) => [turn.entry, turn]))
  const webhooks = business.transactions.flatMap((transaction) => transaction.webhooks.map(({ entry }) => entry))
  const entries = [...business.calls.map(({ call }) => call.entry), ...webhooks].toSorted((a, b) => a.at - b.at)
  const own = { data: ':memory:', host: '127.0.0.1', token: null, probe: null } as const
  const clock = iso(entries[0]?.at ?? 0)
  const sandbox = await startSandbox({ ...config, ...own, clock }, log, { listens: false })
  try {
    const settings = sandbox.settings(key)
    const results = new ResultNames(business.transactions, settings.results)
    prepare(sandbox, key, business, settings)
    const player = new Player(sandbox, { key, business, results })
    await player.begin()
    for (const entry of entries) {
      await player.advance(entry.at)
      // The transaction has come to the status by the time that it is seen in it.
      const turn = turnAt.get(entry)
      if (turn !== undefined) await player.turn(turn)
      const placed = callAt.get(entry)
      if (placed !== undefined) await player.call(placed.call, placed.transaction)
    }
    await player.advance(business.endsAt)
    return {
      results,
      played: { settings, answers: player.answers, webhooks: player.webhooks } satisfies PlayedBusiness,
    }
  } finally {
    await sandbox.close()
  }
}

/** Accepts the key, and leaves out what refuses calls by their number or changes how transactions end. */
function prepare(sandbox: RunningSandbox, key: string, { transactions }: RecordedBusiness, settings: Settings): void {
  const isSent = transactions.some(({ asked, webhooks }) => webhooks.length > 0 && !asked.callbackURL)
  const callbackUrl = isSent ? 'http://127.0.0.1/webhooks' : settings.callbackUrl
  sandbox.declare(key, { mode: 'manual', rateLimit: null, ipAllowList: [], variance: null, smsOtp: [], callbackUrl })
}
