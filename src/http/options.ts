import type { BoundEndpoint } from '../contract/endpoint.ts'
import type { Recorder } from './journal.ts'
import type { Exposure } from './refuse-strangers.ts'
import type { Access } from './service/authorize.ts'

/** The HTTP layer's inputs: endpoints and keys, nothing behind them. */
export interface HttpOptions extends Access, Recorder {
  readonly exposure: Exposure
  readonly service: readonly BoundEndpoint[]
  readonly control: () => Promise<readonly BoundEndpoint[]>
  /** Aborts when the sandbox stops: calls that wait for something end. */
  readonly stopping: AbortSignal
  /** Gets every answer that is a fault of the sandbox or carries a hint. */
  readonly log: Log
}

export interface Log {
  fault(message: string, cause: unknown): void
  hint(message: string): void
  /** Reports unused input of the user, even where hints are off. */
  problem(message: string): void
}
