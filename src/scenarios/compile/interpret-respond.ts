import { parseDuration } from '../../domain/duration.ts'
import type { WrittenScenario } from '../language/file.ts'
import type { Scenario } from '../scenario.ts'

type WrittenRespond = NonNullable<WrittenScenario['respond']>

/** Turns a checked `respond` into the reply of a stored transaction, or the refusal that stores none. */
export function interpretRespond(written: WrittenRespond): Pick<Scenario, 'reply' | 'refusal'> {
  const { status = 'INITIATED', delay, error, httpStatus, fault } = written
  const delayed = delay === undefined ? {} : { delayMs: parseDuration(delay) }
  if (fault === undefined || fault === 'drop-before-commit') {
    return { reply: { status, ...delayed }, refusal: error ?? httpStatus ?? fault ?? null }
  }
  return { reply: { status, ...delayed, fault }, refusal: null }
}
