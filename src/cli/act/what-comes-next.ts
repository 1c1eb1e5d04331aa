import type { ClockView } from '../../control/clock/clock-view.ts'
import type { TransactionView } from '../../control/transactions/transaction-in-full.ts'
import { formatDuration } from '../../domain/duration.ts'
import type { CommandClient } from '../client/client-options.ts'
import type { Happened } from '../client/server-events.ts'

type Pace = Pick<ClockView, 'mode' | 'rate'>

/** In milliseconds of real time; later events are not waited for. */
const patienceMs = 10_000

/** What a transaction waits for, and how to go on; null if its next event comes soon without help. */
export function waitingText(transaction: TransactionView, { mode, rate }: Pace, client: CommandClient): string | null {
  const { status, next, updated_at: at, reference_business: reference } = transaction
  if (status === 'COMPLETED' || status === 'FAILED') return null
  if (next === null || next.dueAt === null)
    return `it waits for you: ${client.next({ do: 'approve', transaction: reference })} settles it`
  const { leftMs, advance } = distance(at, next.dueAt, client)
  if (mode === 'frozen') return `the clock is frozen: ${advance} moves it to what comes next (${next.what})`
  if (leftMs / rate <= patienceMs) return null
  return `next, at ${next.dueAt}: ${next.what}; ${advance} moves time there`
}

/** Why a webhook is not followed further after a failed attempt, and how to go on; null if the next one comes soon. */
export function laterText(happened: Happened, { mode, rate }: Pace, client: CommandClient): string | null {
  const { kind, at, retryAt, reference } = happened
  if (kind !== 'webhook_attempted' || typeof retryAt !== 'string') return null
  const { leftMs, advance } = distance(at, retryAt, client)
  if (mode === 'real' && leftMs / rate <= patienceMs) return null
  const now = `${client.next({ do: 'replay', webhook: String(reference) })} sends it now`
  return `the next attempt is due at ${retryAt}: ${advance} moves time there; ${now}`
}

/** How far it is, and the command that goes there: in whole seconds, not less. */
function distance(from: string, to: string, client: CommandClient) {
  const leftMs = Date.parse(to) - Date.parse(from)
  const by = formatDuration(Math.max(1, Math.ceil(leftMs / 1000)) * 1000)
  return { leftMs, advance: client.next({ do: 'advance', by }) }
}
