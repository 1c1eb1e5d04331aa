import type { Settings } from '../../../domain/settings.ts'
import type { Body } from '../../read/bodies.ts'
import type { NamedResult } from '../../read/results.ts'
import type { RecordedTransaction } from '../../read/transactions.ts'

/** A record of the recording, and what the sandbox has in its place. */
export interface RecordPair {
  readonly transaction: RecordedTransaction
  readonly settings: Settings
  /** Of an answer to a create call, or of webhooks and status queries. */
  readonly form: 'create' | 'final'
  /** Names the place of both: `webhooks`. */
  readonly where: string
  readonly recorded: Body
  readonly own: Body
  /** Of a final record. */
  readonly result: NamedResult | null
}
