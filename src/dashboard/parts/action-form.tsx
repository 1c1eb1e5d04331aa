import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ControlFailure } from '../../control-client/failure.ts'
import { asFailure } from '../api/failure.ts'
import { loadBusinesses, useSession } from '../state/business.ts'
import { FailureNote } from './states.tsx'

interface ActionFormProps {
  /** What the action will do, in sentences. */
  readonly will: readonly string[]
  /** The name of the button that does it. */
  readonly verb: string
  readonly isReady?: boolean
  /** Resolves with what was done, in sentences; rejects with a `ControlFailure`. */
  readonly run: () => Promise<readonly string[]>
  readonly close: () => void
  readonly children?: ComponentChildren
}

/** The content of a dialog: what an action will do, its fields, and then what it did or why it was refused. */
export function ActionForm({ will, verb, isReady = true, run, close, children }: ActionFormProps) {
  const { live } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const isRunning = useSignal(false)
  const failure = useSignal<ControlFailure | null>(null)
  const done = useSignal<readonly string[] | null>(null)
  // In the same frame as what was done is shown: who presses Enter then closes the dialog.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, select, button')?.focus(), [done.value])
  const submit = async (event: Event) => {
    event.preventDefault()
    if (done.value !== null) return close()
    isRunning.value = true
    failure.value = null
    try {
      done.value = await run()
      live.refresh()
      void loadBusinesses().catch(() => {})
    } catch (cause) {
      failure.value = asFailure(cause)
    }
    isRunning.value = false
  }
  const isDone = done.value !== null
  return (
    <form ref={form} class="action stack" onSubmit={submit}>
      <div class="stack" role="status">
        {(done.value ?? will).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {!isDone && children}
      {failure.value !== null && <FailureNote failure={failure.value} />}
      <div class="action-buttons line">
        {!isDone && (
          <button type="button" onClick={close}>
            Cancel
          </button>
        )}
        <button type="submit" class="primary" disabled={isRunning.value || !isReady}>
          {isDone ? 'Close' : verb}
        </button>
      </div>
    </form>
  )
}

/** A choice that is off at first. */
export function Choice({
  chosen,
  children,
}: {
  readonly chosen: Signal<boolean>
  readonly children: ComponentChildren
}) {
  return (
    <label class="line">
      <input
        type="checkbox"
        checked={chosen.value}
        onChange={(event) => (chosen.value = event.currentTarget.checked)}
      />
      {children}
    </label>
  )
}
