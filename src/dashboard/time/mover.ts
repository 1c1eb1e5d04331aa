import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
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

/** Moves happen one after another: one that is asked for while time moves is not lost. */
export function useMover(): Mover {
  const { client } = useSession()
  const isMoving = useSignal(false)
  const last = useRef(Promise.resolve())
  const run = <T>(action: () => Promise<T>, done: string | ((answer: T) => string)) => {
    last.current = last.current.then(async () => {
      isMoving.value = true
      await act(action, done)
      isMoving.value = false
    })
    return last.current
  }
  const move = (action: () => Promise<Moved>) => {
    let before = 0
    const begin = () => {
      before = sandboxNow.value
      return action()
    }
    return run(begin, (moved) => movedWords(before, moved))
  }
  const advance = (to: () => Move) => move(() => client.call('POST /_sandbox/clock/advance', to()))
  return {
    isMoving,
    advance: (to) => advance(() => to),
    goTo: (job) => advance(() => moveTo(job, clock.value?.mode ?? 'frozen', sandboxNow.value)),
    runUntilIdle: () => move(() => client.call('POST /_sandbox/clock/run-until-idle')),
    freeze: () => run(() => client.call('POST /_sandbox/clock/freeze'), 'Time is frozen'),
    resume: (rate) =>
      run(
        () => client.call('POST /_sandbox/clock/resume', rate === undefined ? {} : { rate }),
        (clock) => (clock.rate === 1 ? 'Time runs' : `Time runs at ${clock.rate}×`),
      ),
  }
}
