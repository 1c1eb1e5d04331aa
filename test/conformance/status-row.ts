import type { Answer, Calling } from '../support/call.ts'
import type { Body } from '../support/requests.ts'
import type { openShop, Shop } from '../support/shop.ts'
import type { EndpointName } from './endpoints.ts'
import type { ShapeName } from './shapes.ts'

/** What an endpoint answers in one case. */
export interface StatusRow {
  readonly endpoint: EndpointName
  readonly status: number
  readonly when: string
  /** One of `shapes`, or a record of the tables of records. */
  readonly shape: ShapeName | RecordName
  /** What the answer's `message` says; none if the shape has none. */
  readonly message: string | readonly string[] | null
  /** The business rule that refuses, by its name in D10. */
  readonly rule?: string
  readonly source: string
  /** Settings of the business (default: none). */
  readonly settings?: Parameters<typeof openShop>[1]
  /** True if the answer carries Retry-After. */
  readonly retryAfter?: true
  readonly ask: (caller: Caller) => Promise<Answer>
}

/** A record of the tables of records. */
export type RecordName =
  | 'created mobile money record'
  | 'created mobile money record, PENDING'
  | 'created virtual account record'
  | 'list of one created bank payout record'
  | 'list of one created mobile money payout record'
  | 'final mobile money record'

/** A merchant before an endpoint. */
export interface Caller {
  readonly shop: Shop
  /** A form that is valid. */
  readonly form: Body
  /** Makes a form that answers 200. */
  ready(): Promise<Body>
  send(form: Body, calling?: Calling & { readonly path?: string }): Promise<Answer>
}

/** A row but for its endpoint. */
export type Case = Omit<StatusRow, 'endpoint'>
