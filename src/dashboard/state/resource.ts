import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { AnswerOf, Route } from '../../control/routes.ts'
import type { ControlFailure } from '../../control-client/failure.ts'
import type { Inputs } from '../../control-client/sending.ts'
import type { Client } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import type { LiveEvent } from '../api/live-event.ts'
import { sleep } from './browser-time.ts'
import { useSession } from './business.ts'

/** A loaded value, or why it could not be loaded. A value stays while it is loaded again. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T; readonly failure: ControlFailure | null }
  | { readonly state: 'failed'; readonly failure: ControlFailure }

export interface Resource<T> {
  readonly loaded: ReadonlySignal<Loaded<T>>
  reload(): void
  /** Shows the answer of an action, without another call. */
  show(value: T): void
}

/** The least time between two loads, however many events there are. A report reads the whole business. */
const usualRestMs = 200
export const reportRestMs = 1000

/**
 * Loads something of the shown business, and loads it again at each event for which `isStale` returns true. `inputs` are
 * what `load` depends on, as for an effect.
 */
export function useResource<T>(
  load: (client: Client) => Promise<T>,
  isStale: (event: LiveEvent) => boolean,
  inputs: readonly unknown[] = [],
  restMs = usualRestMs,
): Resource<T> {
  const { client, live } = useSession()
  const loaded = useSignal<Loaded<T>>({ state: 'loading' })
  const reload = useRef(() => {})
  useEffect(() => {
    loaded.value = { state: 'loading' }
    const over = new AbortController()
    let isWanted = false
    let isRunning = false
    const run = async () => {
      isRunning = true
      await live.started
      while (isWanted && !over.signal.aborted) {
        isWanted = false
        const next = await load(client).then(ready, (cause) => failed(loaded.value, asFailure(cause)))
        if (over.signal.aborted) return
        loaded.value = next
        await sleep(restMs, over.signal)
      }
      isRunning = false
    }
    reload.current = () => {
      isWanted = true
      if (!isRunning) void run()
    }
    reload.current()
    const stop = live.on((events) => {
      if (events.some((event) => event.kind === 'gap' || event.kind === 'reset' || isStale(event))) reload.current()
    })
    return () => {
      over.abort()
      stop()
    }
  }, [client, ...inputs])
  return {
    loaded,
    reload: () => reload.current(),
    show: (value) => {
      loaded.value = ready(value)
    },
  }
}

/** As `useResource`, for the answer of a call. */
export function useAnswer<R extends Route>(
  isStale: (event: LiveEvent) => boolean,
  route: R,
  ...input: Inputs<R>
): Resource<AnswerOf<R>> {
  return useResource(({ call }) => call(route, ...input), isStale, [JSON.stringify(input)])
}

/** For what no event makes stale. */
export const never = () => false

function ready<T>(value: T): Loaded<T> {
  return { state: 'ready', value, failure: null }
}

/** An earlier value stays, with the reason why it is old. */
function failed<T>(before: Loaded<T>, failure: ControlFailure): Loaded<T> {
  return before.state === 'ready' ? { ...before, failure } : { state: 'failed', failure }
}
