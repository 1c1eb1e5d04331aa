import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ControlFailure } from '../../control-client/failure.ts'
import type { Client } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/states.tsx'
import { loadBusinesses, useSession } from '../state/business.ts'

export interface Entered {
  readonly text: Signal<string>
  readonly isChosen: Signal<boolean>
  readonly file: Signal<File | null>
}

/** Something that says what it will do before it does it. `F` are the facts that this depends on. */
export interface Action<F> {
  readonly title: string
  readonly verb: string
  /** The first text of its field. */
  readonly begin?: (facts: F) => string
  readonly isReady?: (entered: Entered) => boolean
  readonly fields?: (entered: Entered, facts: F) => ComponentChildren
  /** In sentences. */
  readonly will: (facts: F, entered: Entered) => readonly string[]
  /** Resolves with what was done, in sentences; rejects with a `ControlFailure`. */
  readonly run: (client: Client, entered: Entered, facts: F) => Promise<readonly string[]>
}

interface ActionFormProps<F> {
  readonly action: Action<F>
  readonly facts: F
  readonly close: () => void
}

export function ActionForm<F>({ action, facts, close }: ActionFormProps<F>) {
  const { client, live } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const entered: Entered = {
    text: useSignal(action.begin?.(facts) ?? ''),
    isChosen: useSignal(false),
    file: useSignal<File | null>(null),
  }
  const isRunning = useSignal(false)
  const failure = useSignal<ControlFailure | null>(null)
  const done = useSignal<readonly string[] | null>(null)
  const isDone = done.value !== null
  // In the same frame as what was done is shown: who presses Enter then closes the dialog.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, select, button')?.focus(), [isDone])
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isDone) return close()
    isRunning.value = true
    failure.value = null
    try {
      done.value = await action.run(client, entered, facts)
      live.refresh()
      void loadBusinesses().catch(() => {})
    } catch (cause) {
      failure.value = asFailure(cause)
    }
    isRunning.value = false
  }
  return (
    <form ref={form} class="action stack" onSubmit={submit}>
      <div class="stack" role="status">
        {(done.value ?? action.will(facts, entered)).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {!isDone && action.fields?.(entered, facts)}
      {failure.value !== null && <FailureNote failure={failure.value} />}
      <div class="action-buttons line">
        {!isDone && <Button onClick={close}>Cancel</Button>}
        <button type="submit" class="primary" disabled={isRunning.value || action.isReady?.(entered) === false}>
          {isDone ? 'Close' : action.verb}
        </button>
      </div>
    </form>
  )
}

interface ChoiceProps {
  readonly chosen: Signal<boolean>
  readonly children: ComponentChildren
}

export function Choice({ chosen, children }: ChoiceProps) {
  return (
    <label class="line">
      <input
        type="checkbox"
        checked={chosen.value}
        onChange={({ currentTarget }) => (chosen.value = currentTarget.checked)}
      />
      {children}
    </label>
  )
}
