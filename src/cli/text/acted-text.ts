import type { TransactionView } from '../../control/transactions/transaction-views.ts'
import { printable } from '../terminal/printable.ts'
import type { Screen } from '../terminal/screen.ts'
import { eventLines } from './event-lines.ts'
import { styleOfStatus } from './transaction-text.ts'

/** What became of a transaction that somebody acted on: where it stands, and all that the act made happen. */
export function actedText(transaction: TransactionView, screen: Screen): string {
  const { reference_business: reference, status, flow, amount, currency, id, timeline } = transaction
  const began = timeline.findLastIndex(({ event }) => event === 'action' || event === 'transfer_received')
  const shown = screen.paint(styleOfStatus(status), status)
  const head = `${printable(reference)}  ${shown}  ${flow}  ${amount} ${currency}  ${id}\n`
  return head + eventLines(timeline.slice(Math.max(0, began)), screen)
}
