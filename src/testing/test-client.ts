import { ControlFailure } from '../control-client/failure.ts'
import { type ControlClient, type ControlTarget, createControlClient } from '../control-client.ts'

export interface Life {
  readonly stopped: boolean
}

export type TestClient = Pick<ControlClient, 'call'>

/** The control API for tests. Its errors have their hint in the message, because test runners print nothing else. */
export function createTestClient(target: ControlTarget, life: Life): TestClient {
  const client = createControlClient(target)
  return {
    async call(...call) {
      refuseStopped(life)
      try {
        return await client.call(...call)
      } catch (error) {
        throw life.stopped ? stoppedError(error) : withHint(error)
      }
    },
  }
}

/** Throws if the sandbox has been stopped. */
export function refuseStopped({ stopped }: Life): void {
  if (stopped) throw stoppedError()
}

function stoppedError(cause?: unknown): Error {
  const message = 'This sandbox has been stopped: call stop() when all tests are over, in an after hook'
  return new Error(message, cause === undefined ? {} : { cause })
}

function withHint(error: unknown): unknown {
  if (!(error instanceof ControlFailure) || error.hint === undefined) return error
  return error.reworded({ message: `${error.message}\n  ${error.hint}` })
}
