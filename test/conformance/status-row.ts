import type { Answer, Calling } from '../support/call.ts'
import type { Body } from '../support/requests.ts'
import type { openShop, Shop } from '../support/shop.ts'
import type { EndpointName } from './endpoints.ts'
import type { ShapeName } from './shapes.ts'

export interface StatusRow {
  readonly endpoint: EndpointName
  readonly status: number
  readonly when: string
  /** One of `shapes`, or a record of the tables of records. */
  readonly shape: ShapeName | RecordName
  readonly message: string | readonly string[] | null
  /** The business rule that refuses, by its name in D10. */
  readonly rule?: string
  readonly source: string
  readonly settings?: Parameters<typeof openShop>[1]
  readonly retryAfter?: true
  readonly ask: (caller: Caller) => Promise<Answer>
}

export type RecordName =
  | 'created mobile money record'
  | 'created mobile money record, PENDING'
  | 'created virtual account record'
  | 'list of one created bank payout record'
  | 'list of one created mobile money payout record'
  | 'final mobile money record'

export interface Caller {
  readonly shop: Shop
  readonly form: Body
  ready(): Promise<Body>
  send(form: Body, calling?: Calling & { readonly path?: string }): Promise<Answer>
}

export type Case = Omit<StatusRow, 'endpoint'>
