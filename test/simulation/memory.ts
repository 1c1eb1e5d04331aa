import type { Flow } from '../../src/domain/transaction.ts'
import type { Story } from './stories.ts'

/** A create call that was answered: the sandbox must never forget it. */
export interface Created {
  readonly id: string
  readonly reference: string
  readonly story: Story
  readonly flow: Flow
}

/** A transaction that was asked for, answered or not. */
export interface Asked {
  readonly key: string
  readonly reference: string
  readonly story: Story
  readonly flow: Flow
  readonly askedMinor: number
}

/** A webhook that reached the receiver. */
export interface Arrival {
  readonly delivery: string
  readonly number: number
  readonly body: string
  /** Which life of the process sent it. */
  readonly life: number
  /** Null until the receiver answered, or if it never did; `text` tells one answer from all others. */
  answer: { readonly status: number; readonly text: string; readonly retryAfterMs: number } | null
}

/** A call under way: what it tries, and when it began. */
export interface Try {
  readonly what: string
  /** What else it tries. */
  readonly also: readonly string[]
  readonly epoch: number
}

/** What merchant and receiver know of one epoch of a business, written down beside the sandbox. */
export class Memory {
  readonly epoch: number
  readonly created: Created[] = []
  /** How often something was tried, and how often its success was told: `event id`. */
  readonly tried = new Map<string, number>()
  readonly told = new Map<string, number>()
  readonly arrivals: Arrival[] = []
  /** Webhooks in the order in which they were first sent, whether they arrived or not. */
  readonly sent = new Set<string>()
  /** Ids of transactions that somebody acted on. */
  readonly touched = new Set<string>()
  /** What was seen of the timeline: its last entry, and how many there were. */
  seenEvents = { lastId: 0, count: 0 }
  /** The latest sandbox time of a commit. */
  latest = 0
  /** True once the clock ran: things then happen later than planned. */
  hasRun = false
  /** True once something was pruned: webhooks that went together may have lost some of them. */
  hasPruned = false

  constructor(epoch: number) {
    this.epoch = epoch
  }

  /** Forgets transactions, and webhooks that are gone, as if they had never been. */
  forget(transactions: readonly string[], isGone: (delivery: string) => boolean): void {
    this.hasPruned ||= transactions.length > 0
    for (const id of transactions) {
      for (const counts of [this.tried, this.told]) {
        for (const what of counts.keys()) if (what.endsWith(` ${id}`)) counts.delete(what)
      }
    }
    for (const what of this.tried.keys()) {
      if (what.startsWith('replay ') && isGone(what.slice('replay '.length))) this.tried.delete(what)
    }
    const keep = <T>(list: T[], isKept: (one: T) => boolean) => list.splice(0, list.length, ...list.filter(isKept))
    keep(this.created, ({ id }) => !transactions.includes(id))
    keep(this.arrivals, ({ delivery }) => !isGone(delivery))
    for (const delivery of this.sent) if (isGone(delivery)) this.sent.delete(delivery)
  }

  /** All of it as it is now, for another epoch. */
  copyFor(epoch: number): Memory {
    const copy = new Memory(epoch)
    copy.created.push(...this.created)
    for (const [what, times] of this.tried) copy.tried.set(what, times)
    for (const [what, times] of this.told) copy.told.set(what, times)
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
