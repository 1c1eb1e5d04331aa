import { type ReadonlySignal, signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ControlFailure } from '../../control-client/failure.ts'
import type { Client } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import type { LiveEvent } from '../api/live-event.ts'
import { sleep } from './browser-time.ts'
import { session } from './business.ts'

/** Something that is loaded: what it is, or why it could not be had. A value that is shown stays while it is loaded again. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T; readonly failure: ControlFailure | null }
  | { readonly state: 'failed'; readonly failure: ControlFailure }

/** What a view shows, and how it is kept fresh. */
export interface Resource<T> {
  readonly loaded: ReadonlySignal<Loaded<T>>
  reload(): void
  /** Shows what an action has answered, without asking again. */
  show(value: T): void
}

/** At most so often is one thing loaded again, however much happens. */
const restMs = 200

/**
 * Loads something of the business that is shown, and loads it again when `isStale` says so of what happens. `inputs` are
 * what `load` depends on, as for an effect.
 */
export function useResource<T>(
  load: (client: Client) => Promise<T>,
  isStale: (event: LiveEvent) => boolean,
  inputs: readonly unknown[] = [],
): Resource<T> {
  const loaded = useSignal<Loaded<T>>({ state: 'loading' })
  const wanted = useSignal(0)
  const current = session.value
  useEffect(() => {
    loaded.value = { state: 'loading' }
    if (current === null) return
    const over = new AbortController()
    const again = signal(true)
    const run = async () => {
      await current.live.started
      while (again.value && !over.signal.aborted) {
        again.value = false
        const next = await load(current.client).then(ready, (cause) => failed(loaded.value, asFailure(cause)))
        if (over.signal.aborted) return
        loaded.value = next
        await sleep(restMs, over.signal)
      }
      isRunning = false
    }
    let isRunning = true
    void run()
    const reload = () => {
      again.value = true
      if (isRunning) return
      isRunning = true
      void run()
    }
    const stopWanting = wanted.subscribe((times) => times > 0 && reload())
    const stop = current.live.on((events) => {
      if (events.some((event) => event.kind === 'gap' || event.kind === 'reset' || isStale(event))) reload()
    })
    return () => {
      over.abort()
      stop()
      stopWanting()
    }
  }, [current, ...inputs])
  return {
    loaded,
    reload: () => {
      wanted.value++
    },
    show: (value) => {
      loaded.value = ready(value)
    },
  }
}

function ready<T>(value: T): Loaded<T> {
  return { state: 'ready', value, failure: null }
}

/** What could be shown before is shown further, with why it is not fresh. */
function failed<T>(before: Loaded<T>, failure: ControlFailure): Loaded<T> {
  return before.state === 'ready' ? { ...before, failure } : { state: 'failed', failure }
}
