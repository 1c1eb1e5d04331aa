import { ControlError } from '../contract/control-error.ts'
import { Interrupted } from '../engine/schedule/interrupted.ts'

/** Waits for work of the engine. Answers 409 if it was interrupted. */
export async function orConflict<R>(work: Promise<R>): Promise<R> {
  try {
    return await work
  } catch (cause) {
    throw cause instanceof Interrupted ? new ControlError('conflict', cause.message) : cause
  }
}
