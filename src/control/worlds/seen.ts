import { mostQueued } from '../../domain/business.ts'
import { queuedMatchProblems } from '../../scenarios/lint/queued-match.ts'
import type { RecordOf, WorldRecord } from '../../world-file/records.ts'
import { UnusableWorld } from '../../world-file/unusable.ts'

/** The hosts that are named. */
const mostHosts = 100

/** Notes what an import shows of the records, as they pass. Throws an `UnusableWorld` for a queue that no call can make. */
export function createSeen() {
  let world: RecordOf<'world'> | null = null
  let line = 0
  const counts = { transactions: 0, webhooks: 0, pendingJobs: 0 }
  const scenarios: string[] = []
  const hosts = new Set<string>()

  function goesTo(url: string | null | undefined): void {
    if (hosts.size < mostHosts && typeof url === 'string') hosts.add(new URL(url).host)
  }

  function seeQueued({ use, match }: RecordOf<'queued'>): void {
    scenarios.push(use)
    const [problem] = match === null ? [] : queuedMatchProblems(match as never, null)
    if (problem !== undefined) throw new UnusableWorld(line, `the queue has ${use} with ${problem}`)
    if (scenarios.length > mostQueued) throw new UnusableWorld(line, `the queue has more than ${mostQueued} entries`)
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
        case 'transaction':
          counts.transactions++
          if (!isFinal(record)) goesTo(record.callbackUrl ?? world?.settings.callbackUrl)
          break
        case 'webhook':
          counts.webhooks++
          if (record.status === 'pending' || record.status === 'held') goesTo(record.url)
          break
        case 'job':
          counts.pendingJobs++
      }
    },
    all() {
      if (world === null) throw new Error('A checked world begins with its own record')
      const { key: from, seed } = world
      return { from, seed, scenarios, ...counts, hosts: [...hosts].toSorted() }
    },
  }
}

function isFinal({ status }: RecordOf<'transaction'>): boolean {
  return status === 'COMPLETED' || status === 'FAILED'
}
