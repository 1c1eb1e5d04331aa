import type { TimelineEvent } from '../../src/domain/happening.ts'
import type { Flow } from '../../src/domain/transaction.ts'
import type { SimulatedScenario } from './scenarios.ts'

export interface Created {
  readonly id: string
  /** The event of its creation: another transaction of the same id has another. */
  readonly bornAs: number
  readonly reference: string
  readonly scenario: SimulatedScenario
  readonly flow: Flow
}

export interface Asked {
  readonly key: string
  readonly reference: string
  readonly scenario: SimulatedScenario
  readonly flow: Flow
  readonly askedMinor: number
}

export interface Arrival {
  readonly delivery: string
  readonly number: number
  readonly body: string
  /** Which life of the process sent it. */
  readonly life: number
  /** Null until the receiver answered, or if it never did; `text` distinguishes one answer from all others. */
  answer: { readonly status: number; readonly text: string; readonly retryAfterMs: number } | null
}

/** A call under way: what it tries, and when it began. */
export interface Try {
  readonly what: string
  /** What else it tries. */
  readonly also: readonly string[]
  readonly epoch: number
}

export interface Left {
  /** The events of creation of its transactions, by their ids. */
  readonly bornAs: ReadonlyMap<string, number>
  readonly deliveries: ReadonlySet<string>
  /** As `webhook#number`. */
  readonly attempts: ReadonlySet<string>
}

/** Entries of a timeline that a call makes. */
export const countableEvents = ['otp_accepted', 'otp_refused', 'action', 'status_queried'] as const
const countable: ReadonlySet<string> = new Set([...countableEvents, 'transfer_received'])

/** What merchant and receiver know of one epoch of a business, written down beside the sandbox. */
export class Memory {
  readonly epoch: number
  readonly created: Created[] = []
  /** How often something was tried, and how often its success was answered: `event id`. */
  readonly tried = new Map<string, number>()
  readonly answered = new Map<string, number>()
  readonly arrivals: Arrival[] = []
  /** Webhooks in the order in which they were first sent, whether they arrived or not. */
  readonly sent = new Set<string>()
  readonly touched = new Set<string>()
  seenEvents = seenIn([], 0)
  /** The latest sandbox time of a commit. */
  latest = 0
  /** True once the clock ran: things then happen later than planned. */
  hasRun = false
  /** True once something was pruned: webhooks that went together may have lost some of them. */
  hasPruned = false

  constructor(epoch: number) {
    this.epoch = epoch
  }

  /** Forgets all but what is still there. */
  keep({ bornAs, deliveries, attempts }: Left): void {
    const isKept = ({ id, bornAs: event }: Created) => bornAs.get(id) === event
    const again = new Set(this.created.filter((one) => !isKept(one)).map(({ id }) => id))
    this.hasPruned ||= again.size > 0
    // Also those whose create call was not answered have their acts and queries.
    for (const counts of [this.tried, this.answered]) {
      for (const what of counts.keys()) {
        const [name = '', id = ''] = what.split(' ')
        if (countable.has(name) && (!bornAs.has(id) || again.has(id))) counts.delete(what)
      }
    }
    for (const what of this.tried.keys()) {
      // A webhook that was not sent yet can have been replayed: that it is there counts, not its attempts.
      if (what.startsWith('replay ') && !deliveries.has(what.slice('replay '.length))) this.tried.delete(what)
    }
    const filter = <T>(list: T[], isIn: (one: T) => boolean) => list.splice(0, list.length, ...list.filter(isIn))
    filter(this.created, isKept)
    filter(this.arrivals, ({ delivery, number }) => attempts.has(`${delivery}#${number}`))
    for (const delivery of this.sent) if (!attempts.has(`${delivery}#1`)) this.sent.delete(delivery)
  }

  copyFor(epoch: number): Memory {
    const copy = new Memory(epoch)
    copy.created.push(...this.created)
    for (const [what, times] of this.tried) copy.tried.set(what, times)
    for (const [what, times] of this.answered) copy.answered.set(what, times)
    copy.arrivals.push(...this.arrivals.map((arrival) => ({ ...arrival })))
    for (const id of this.sent) copy.sent.add(id)
    for (const id of this.touched) copy.touched.add(id)
    copy.seenEvents = this.seenEvents
    copy.latest = this.latest
    copy.hasRun = this.hasRun
    copy.hasPruned = this.hasPruned
    return copy
  }
}

export function increase(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

export function seenIn(events: readonly TimelineEvent[], lastId: number) {
  return { lastId, count: events.filter(({ id }) => id <= lastId).length }
}
