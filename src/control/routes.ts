import type { ZodType, z } from 'zod'
import type { NamesIn } from '../contract/endpoint.ts'
import type { Shown } from '../contract/named.ts'
import type { ControlRoutes } from './index.ts'

export type Route = keyof ControlRoutes

/** A route's input: its path parameters by name, and the fields of its query or body. */
export type InputOf<R extends Route> = Readonly<Record<NamesIn<R>, string>> &
  Taken<NonNullable<ControlRoutes[R]['query']>> &
  Taken<NonNullable<ControlRoutes[R]['body']>>

/** The answer to a call about one business. */
export type AnswerOf<R extends Route> = Exclude<Shown<ControlRoutes[R]['answer']>, OfEveryBusiness>

interface OfEveryBusiness {
  readonly businesses: readonly unknown[]
}

type Taken<Schema extends ZodType> =
  z.input<Schema> extends Record<string, never> | undefined ? unknown : z.input<Schema>
