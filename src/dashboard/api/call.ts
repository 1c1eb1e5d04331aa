import type { AnswerOf, Route } from '../../control/routes.ts'
import type { Inputs } from '../../control-client/sending.ts'

/** Calls a route such as `GET /_sandbox/clock`; rejects with a `ControlFailure`. */
export type Call = <R extends Route>(route: R, ...input: Inputs<R>) => Promise<AnswerOf<R>>
