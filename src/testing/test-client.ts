import type { Route } from '../control/routes.ts'
import { ControlFailure } from '../control-client/failure.ts'
import { type ControlClient, type ControlTarget, createControlClient } from '../control-client.ts'
import { errorWords, isKnown } from '../words/errors.ts'

export interface Life {
  readonly stopped: boolean
}

export type TestClient = Pick<ControlClient, 'call'>

/**
 * The control API for tests. Its errors speak of the library's call, and have their hint in the message, because test runners
 * print nothing else.
 */
export function createTestClient(target: ControlTarget, life: Life): TestClient {
  const client = createControlClient(target)
  return {
    async call(route, ...input) {
      refuseStopped(life)
      try {
        return await client.call(route, ...input)
      } catch (error) {
        throw life.stopped ? stoppedError(error) : inWordsOf(callNames[route], error)
      }
    },
  }
}

export function refuseStopped({ stopped }: Life): void {
  if (stopped) throw stoppedError()
}

function stoppedError(cause?: unknown): Error {
  const message = 'This sandbox has been stopped: call stop() when all tests are over, in an after hook'
  return new Error(message, cause === undefined ? {} : { cause })
}

/** What the library calls the routes that it is for. */
const callNames: Readonly<Partial<Record<Route, string>>> = {
  'POST /_sandbox/clock/advance': 'advance()',
  'POST /_sandbox/clock/run-until-idle': 'runUntilIdle()',
  'POST /_sandbox/clock/resume': 'resume()',
  'POST /_sandbox/scenarios/queue': 'use()',
  'GET /_sandbox/webhooks/wait': 'webhook()',
  'POST /_sandbox/phones/{number}/pin': 'enterPin()',
  'GET /_sandbox/phones/{number}/otp': 'otp()',
  'POST /_sandbox/virtual-accounts/{accountNumber}/transfers': 'pay()',
  'POST /_sandbox/transactions/{id}/fail': 'fail()',
  'PUT /_sandbox/snapshots/{name}': 'snapshot()',
  'POST /_sandbox/snapshots/{name}/restore': 'restore()',
}

/** An error of the API in the words of a call of the library: without advice that only callers of the API can follow. */
export function inWordsOf(call: string | undefined, error: unknown): unknown {
  if (!(error instanceof ControlFailure)) return error
  const ofCall = call === undefined || error.code !== 'invalid' ? '' : `${call}: `
  const hint = !isKnown(error.facts) ? error.hint : errorWords(error.facts, () => null).hint
  const lines = [`${ofCall}${error.message}`, ...(hint === undefined ? [] : [hint])]
  return error.reworded({ message: lines.join('\n  '), hint })
}
