import { type ReadonlySignal, useSignal } from '@preact/signals'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { clock, sandboxNow } from '../state/sandbox-time.ts'
import type { JobAhead } from './ahead.ts'
import { type Move, type Moved, movedWords, moveTo } from './move.ts'

export interface Mover {
  /** A move takes as long as the merchant's server takes to answer its webhooks. */
  readonly isMoving: ReadonlySignal<boolean>
  advance(move: Move): Promise<void>
  goTo(job: Pick<JobAhead, 'at' | 'dueAt'>): Promise<void>
  runUntilIdle(): Promise<void>
  freeze(): Promise<void>
  /** Lets time run, at the last rate if none is given. */
  resume(rate?: number): Promise<void>
}

export function useMover(): Mover {
  const { client } = useSession()
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
  const advance = (to: Move) => move(() => client.call('POST /_sandbox/clock/advance', to))
  return {
    isMoving,
    advance,
    goTo: (job) => advance(moveTo(job, clock.value?.mode ?? 'frozen', sandboxNow.value)),
    runUntilIdle: () => move(() => client.call('POST /_sandbox/clock/run-until-idle')),
    freeze: () => run(() => client.call('POST /_sandbox/clock/freeze'), 'Time is frozen'),
    resume: (rate) =>
      run(
        () => client.call('POST /_sandbox/clock/resume', rate === undefined ? {} : { rate }),
        (clock) => (clock.rate === 1 ? 'Time runs' : `Time runs at ${clock.rate}×`),
      ),
  }
}
