import { z } from 'zod'
import { parseDuration } from './duration.ts'
import { type IgnoredTransfer, recorded } from './happening.ts'

/** A stored entry of a timeline: a happening, or the name and the facts of an event, as earlier versions stored it. */
export const storedEntry = z.preprocess((entry) => (Array.isArray(entry) ? ofEvent(entry) : entry), recorded)

type Facts = Readonly<Record<string, unknown>>

function ofEvent([event, facts]: readonly unknown[]): unknown {
  const known = typeof facts === 'object' && facts !== null ? { ...facts } : {}
  return { ...known, kind: event, ...changed[String(event)]?.(known) }
}

/** The facts that have another form in an event. */
const changed: Readonly<Record<string, (facts: Facts) => object>> = {
  action: ({ action, deliveryId }) => {
    if (deliveryId === undefined) return {}
    return { kind: action === 'replay' ? 'webhook_replayed' : 'webhook_made' }
  },
  reply_faulted: ({ delay }) => (typeof delay === 'string' ? { delayMs: parseDuration(delay) } : {}),
  transfer_received: ({ note }) => (note === undefined ? {} : { note: notes[String(note)] }),
  webhook_held: ({ until }) => {
    const [, queries] = /^(\d+) status queries$/.exec(String(until)) ?? []
    return { until: queries === undefined ? { webhooks: null, release: null } : { statusQueries: Number(queries) } }
  },
  webhook_skipped: ({ deliveryId }) => {
    return { kind: deliveryId === undefined ? 'webhook_unaddressed' : 'webhook_dropped' }
  },
  webhook_attempted: ({ number, ...came }) => ({ attempt: number, came }),
}

const notes: Readonly<Record<string, IgnoredTransfer>> = {
  'the account had expired': 'account_expired',
  'the transaction was already COMPLETED': 'already_completed',
  'the transaction was already FAILED': 'already_failed',
  'it was not the sum asked for': 'other_sum',
  'the wallet can hold no more': 'wallet_full',
}
