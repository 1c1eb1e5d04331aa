import { z } from 'zod'
import { parseDuration } from './duration.ts'
import { type IgnoredTransfer, recorded } from './happening.ts'

/** A timeline entry as it is stored: a happening, or the name and the facts of an event, as versions before wrote it. */
export const storedEntry = z.preprocess((entry) => (Array.isArray(entry) ? fromEarlier(entry) : entry), recorded)

type Facts = Readonly<Record<string, unknown>>

function fromEarlier([event, facts]: readonly unknown[]): unknown {
  const known = typeof facts === 'object' && facts !== null ? { ...facts } : {}
  return changed[String(event)]?.(known) ?? { kind: event, ...known }
}

/** Events whose facts have another form now. */
const changed: Readonly<Record<string, (facts: Facts) => object>> = {
  action: ({ action, deliveryId }) => {
    if (action === 'replay') return { kind: 'webhook_replayed', deliveryId }
    return action === 'webhook' ? { kind: 'webhook_made', deliveryId } : { kind: 'action', action }
  },
  reply_faulted: ({ fault, delay }) => {
    return { kind: 'reply_faulted', fault, ...(delay === undefined ? {} : { delayMs: parseDuration(String(delay)) }) }
  },
  transfer_received: ({ note, ...facts }) => {
    return { kind: 'transfer_received', ...facts, ...(note === undefined ? {} : { note: notes[String(note)] }) }
  },
  webhook_held: ({ deliveryId, until }) => {
    const [, queries] = /^(\d+) status queries$/.exec(String(until)) ?? []
    const known = queries === undefined ? { webhooks: null, release: null } : { statusQueries: Number(queries) }
    return { kind: 'webhook_held', deliveryId, until: known }
  },
  webhook_skipped: ({ deliveryId }) => {
    return deliveryId === undefined ? { kind: 'webhook_unaddressed' } : { kind: 'webhook_dropped', deliveryId }
  },
  webhook_attempted: ({ deliveryId, number, ...came }) => {
    return { kind: 'webhook_attempted', deliveryId, attempt: number, came }
  },
}

const notes: Readonly<Record<string, IgnoredTransfer>> = {
  'the account had expired': 'account_expired',
  'the transaction was already COMPLETED': 'already_completed',
  'the transaction was already FAILED': 'already_failed',
  'it was not the sum asked for': 'other_sum',
  'the wallet can hold no more': 'wallet_full',
}
