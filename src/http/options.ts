import type { Area, BoundEndpoint } from '../contract/endpoint.ts'
import type { Access } from './authorize.ts'
import type { Recorder } from './request-log.ts'

/** What HTTP is given: it knows endpoints and keys, nothing of what is behind them. */
export interface HttpOptions extends Access, Recorder {
  /** Every endpoint of an area, asked for after the start, or with the first call to it. */
  readonly endpoints: (area: Area) => Promise<readonly BoundEndpoint[]>
  /** Gets every answer that is the sandbox's own fault or carries a hint. */
  readonly log: Log
}

/** What the sandbox has to say while it runs. */
export interface Log {
  fault(message: string, cause: unknown): void
  hint(message: string): void
  /** Input of the user's that was not taken: logged even where no hints are wanted. */
  problem(message: string): void
}
