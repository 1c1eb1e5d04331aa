import { mostQueued, weightOf } from '../../domain/business.ts'
import { queuedMatchProblems } from '../../scenarios/lint/queued-match.ts'
import type { RecordOf, WorldRecord } from '../../world-file/records.ts'
import { UnusableWorld } from '../../world-file/unusable.ts'

/** The hosts that are named. */
const mostHosts = 100

/** The scenarios that refused calls, each of which a report reads. */
const mostRefusing = 10_000

/** Notes what an import shows of the records, as they pass. Throws an `UnusableWorld` for more than calls can make. */
export class Seen {
  readonly #counts = { transactions: 0, webhooks: 0, pendingJobs: 0 }
  readonly #scenarios: string[] = []
  readonly #hosts = new Set<string>()
  /** Where webhooks went that are over: only a replay that waits goes there. */
  readonly #past = new Set<string>()
  #world: RecordOf<'world'> | null = null
  #line = 0
  /** Of the queue. */
  #weight = 0
  #refusing = 0

  see(record: WorldRecord): void {
    this.#line++
    switch (record.kind) {
      case 'world':
        this.#world = record
        if (record.defaultScenario !== null) this.#scenarios.push(record.defaultScenario)
        break
      case 'queued':
        this.#seeQueued(record)
        break
      case 'refused':
        if (++this.#refusing > mostRefusing) throw this.#unusable(`more than ${mostRefusing} scenarios refused calls`)
        break
      case 'transaction':
        this.#counts.transactions++
        if (!isOver(record)) note(this.#hosts, record.callbackUrl ?? this.#world?.settings.callbackUrl)
        break
      case 'webhook':
        this.#counts.webhooks++
        note(record.status === 'pending' || record.status === 'held' ? this.#hosts : this.#past, record.url)
        break
      case 'job':
        this.#counts.pendingJobs++
        if (record.work.kind === 'deliver' && record.work.replay) for (const host of this.#past) this.#hosts.add(host)
    }
  }

  all() {
    if (this.#world === null) throw new Error('A checked world begins with its own record')
    const { key: from, seed } = this.#world
    const hosts = [...this.#hosts].toSorted().slice(0, mostHosts)
    return { from, seed, scenarios: this.#scenarios, ...this.#counts, hosts }
  }

  #seeQueued({ use, match }: RecordOf<'queued'>): void {
    this.#scenarios.push(use)
    const [problem] = match === null ? [] : queuedMatchProblems(match as never, null)
    if (problem !== undefined) throw this.#unusable(`the queue has ${use} with ${problem}`)
    this.#weight += weightOf(match)
    if (this.#weight > mostQueued) throw this.#unusable(`the queue has more than ${mostQueued} entries and patterns`)
  }

  #unusable(why: string): UnusableWorld {
    return new UnusableWorld(this.#line, why)
  }
}

function note(hosts: Set<string>, url: string | null | undefined): void {
  if (hosts.size < mostHosts && typeof url === 'string') hosts.add(new URL(url).host)
}

/** A virtual account that failed can still be paid, and sends another webhook then. */
function isOver({ status, virtualAccount }: RecordOf<'transaction'>): boolean {
  return status === 'COMPLETED' || (status === 'FAILED' && virtualAccount === null)
}
