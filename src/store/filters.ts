import type { SandboxMs } from '../domain/clock.ts'
import type { DeliveryStatus } from '../domain/delivery.ts'
import type { FinalStatus, Flow, Status } from '../domain/transaction.ts'

/** Which transactions to list; newest first, at most `limit`, older than the transaction `after`. */
export interface TransactionFilter {
  readonly reference?: string | undefined
  readonly status?: Status | undefined
  /** Only transactions that are not final yet. */
  readonly open?: true | undefined
  readonly flow?: Flow | readonly Flow[] | undefined
  readonly webhook?: DeliveryStatus | undefined
  /** Only those of customers with these numbers, in international digits. */
  readonly numbers?: readonly string[] | undefined
  /** Only those with every word in their reference, customer or account; a number in any form, or a part of it; or their id. */
  readonly search?: string | undefined
  /** Only the newest of each customer's number, among those of the flows that the search finds. */
  readonly newestOfNumber?: true | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/** Which deliveries to list: the newest `limit`, oldest first. */
export interface DeliveryFilter {
  readonly transactionId?: string | undefined
  readonly reference?: string | undefined
  readonly status?: DeliveryStatus | undefined
  readonly transactionStatus?: FinalStatus | undefined
  /** Only those made or tried from this moment on. */
  readonly since?: SandboxMs | undefined
  /** Only webhooks that were tried and not answered 2xx. */
  readonly failed?: true | undefined
  /** Only those with every word in their ids, reference, address, status, body or answers. */
  readonly search?: string | undefined
  /** The id of a webhook: only those made before it. */
  readonly before?: string | undefined
  readonly limit: number
}
