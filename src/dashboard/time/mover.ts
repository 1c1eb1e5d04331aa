import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { Client } from '../api/client.ts'
import { act } from '../state/act.ts'
import { sandboxNow } from '../state/sandbox-time.ts'
import { type Move, type Moved, movedWords } from './move.ts'

/** What moves and sets the clock of the business that is shown. */
export interface Mover {
  /** While time is moved: it takes as long as the merchant's server takes to answer its webhooks. */
  readonly isMoving: ReadonlySignal<boolean>
  advance(move: Move): Promise<void>
  runUntilIdle(): Promise<void>
  freeze(): Promise<void>
  /** Lets time run on; at the rate it had where none is given. */
  resume(rate?: number): Promise<void>
}

/** The mover of a business. */
export function useMover(client: Client): Mover {
  const isMoving = useSignal(false)
  const run = async <T>(action: () => Promise<T>, done: string | ((answer: T) => string)) => {
    if (isMoving.value) return
    isMoving.value = true
    await act(action, done)
    isMoving.value = false
  }
  const move = (action: () => Promise<Moved>) => {
    const before = sandboxNow.value
    return run(action, (moved) => movedWords(before, moved))
  }
  return {
    isMoving,
    advance: (to) => move(() => client.call('POST /_sandbox/clock/advance', to)),
    runUntilIdle: () => move(() => client.call('POST /_sandbox/clock/run-until-idle')),
    freeze: () => run(() => client.call('POST /_sandbox/clock/freeze'), 'Time is frozen'),
    resume: (rate) =>
      run(
        () => client.call('POST /_sandbox/clock/resume', rate === undefined ? {} : { rate }),
        (clock) => (clock.rate === 1 ? 'Time runs' : `Time runs at ${clock.rate}×`),
      ),
  }
}
