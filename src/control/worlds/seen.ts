import { mostQueued, weightOf } from '../../domain/business.ts'
import { queuedMatchProblems } from '../../scenarios/lint/queued-match.ts'
import type { RecordOf, WorldRecord } from '../../world-file/records.ts'
import { UnusableWorld } from '../../world-file/unusable.ts'

/** The hosts that are named. */
const mostHosts = 100

/** The scenarios that refused calls, each of which a report reads. */
const mostRefusing = 10_000

/** Notes what an import shows of the records, as they pass. Throws an `UnusableWorld` for more than calls can make. */
export function createSeen() {
  let world: RecordOf<'world'> | null = null
  let line = 0
  const counts = { transactions: 0, webhooks: 0, pendingJobs: 0 }
  const scenarios: string[] = []
  let weight = 0
  let refusing = 0
  const hosts = new Set<string>()
  /** Where webhooks went that are over: only a replay that waits goes there. */
  const past = new Set<string>()

  function goesTo(url: string | null | undefined, to = hosts): void {
    if (to.size < mostHosts && typeof url === 'string') to.add(new URL(url).host)
  }

  function seeQueued({ use, match }: RecordOf<'queued'>): void {
    scenarios.push(use)
    const [problem] = match === null ? [] : queuedMatchProblems(match as never, null)
    if (problem !== undefined) throw new UnusableWorld(line, `the queue has ${use} with ${problem}`)
    weight += weightOf(match)
    if (weight > mostQueued) throw new UnusableWorld(line, `the queue has more than ${mostQueued} entries and patterns`)
  }

  return {
    see(record: WorldRecord): void {
      line++
      switch (record.kind) {
        case 'world':
          world = record
          if (record.defaultScenario !== null) scenarios.push(record.defaultScenario)
          break
        case 'queued':
          seeQueued(record)
          break
        case 'refused':
          if (++refusing > mostRefusing)
            throw new UnusableWorld(line, `more than ${mostRefusing} scenarios refused calls`)
          break
        case 'transaction':
          counts.transactions++
          if (!isOver(record)) goesTo(record.callbackUrl ?? world?.settings.callbackUrl)
          break
        case 'webhook':
          counts.webhooks++
          goesTo(record.url, record.status === 'pending' || record.status === 'held' ? hosts : past)
          break
        case 'job':
          counts.pendingJobs++
          if (record.work.kind === 'deliver' && record.work.replay) for (const host of past) hosts.add(host)
      }
    },
    all() {
      if (world === null) throw new Error('A checked world begins with its own record')
      const { key: from, seed } = world
      return { from, seed, scenarios, ...counts, hosts: [...hosts].toSorted().slice(0, mostHosts) }
    },
  }
}

/** A virtual account that failed can still be paid, and sends another webhook then. */
function isOver({ status, virtualAccount }: RecordOf<'transaction'>): boolean {
  return status === 'COMPLETED' || (status === 'FAILED' && virtualAccount === null)
}
