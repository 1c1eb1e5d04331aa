import type { ComponentChildren } from 'preact'
import type { ReceivedCall } from '../api/live-event.ts'
import { formatDuration } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { JsonBlock } from '../parts/json-block.tsx'
import type { Attempt, Delivery, Step, Transaction } from '../state/transaction.ts'
import { attemptWords } from './delivery-words.ts'
import { callOfStep } from './step-of.ts'

interface OpenedProps extends Pick<Transaction, 'steps' | 'deliveries'> {
  /** The index of the step. */
  readonly selected: number
  /** Calls about the transaction, the oldest first. */
  readonly calls: readonly ReceivedCall[]
}

/** What was sent and what was answered in one step, side by side. */
export function OpenedStep({ steps, deliveries, selected, calls }: OpenedProps) {
  const step = steps[selected]
  if (step === undefined) return null
  const delivery = deliveries.find(({ id }) => id === step.deliveryId)
  const attempt = delivery?.attempts.find(({ number }) => number === step.attempt)
  if (delivery !== undefined && attempt !== undefined) return <OpenedAttempt delivery={delivery} attempt={attempt} />
  const call = callOfStep(steps, selected, calls)
  if (call !== undefined) return <OpenedCall call={call} />
  return <OpenedText step={step} />
}

function OpenedAttempt({ delivery, attempt }: { readonly delivery: Delivery; readonly attempt: Attempt }) {
  const { title, tone, icon } = attemptWords(attempt)
  const { response, error, durationMs } = attempt
  const answer = response === null ? (error ?? '(no answer)') : response.body === '' ? '(empty)' : response.body
  return (
    <Both
      title={`Webhook, attempt ${attempt.number}`}
      sent={<JsonBlock value={delivery.body} label="posted" />}
      sentName="Posted"
      answer={<JsonBlock value={answer} label="answered" />}
    >
      <span class={`label tone-${tone}`}>
        <Icon name={icon} size={14} /> {title}
      </span>
      {durationMs !== null && <span class="faint number">{formatDuration(durationMs)}</span>}
    </Both>
  )
}

function OpenedCall({ call: { method, path, status, body, answer, durationMs } }: { readonly call: ReceivedCall }) {
  return (
    <Both
      title={`${method} ${path}`}
      sent={<JsonBlock value={body ?? '(no body)'} label="sent" />}
      sentName="Your code sent"
      answer={<JsonBlock value={answer ?? '(no answer)'} label="answer of the service" />}
    >
      <span class={`label tone-${status !== null && status < 400 ? 'good' : 'bad'}`}>
        {status === null ? 'no answer' : `answered ${status}`}
      </span>
      <span class="faint number">{formatDuration(durationMs)}</span>
    </Both>
  )
}

function OpenedText({ step: { text, why } }: { readonly step: Step }) {
  return (
    <section class="opened stack" aria-label="The chosen step">
      <h3 class="opened-text">{text}</h3>
      {why !== null && <p class="soft">{why}</p>}
      <p class="soft">Nothing was sent in this step.</p>
    </section>
  )
}

interface BothProps {
  readonly title: string
  readonly sentName: string
  readonly sent: ComponentChildren
  readonly answer: ComponentChildren
  readonly children: ComponentChildren
}

function Both({ title, sentName, sent, answer, children }: BothProps) {
  return (
    <section class="opened stack" aria-label="The chosen step">
      <header class="line">
        <h3 class="mono">{title}</h3>
        {children}
      </header>
      <div class="opened-both">
        <div class="stack">
          <h4>{sentName}</h4>
          {sent}
        </div>
        <div class="stack">
          <h4>Answered</h4>
          {answer}
        </div>
      </div>
    </section>
  )
}
