import type { ComponentChildren } from 'preact'
import type { ReceivedCall } from '../api/live-event.ts'
import { formatDuration } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { JsonBlock } from '../parts/json-block.tsx'
import type { Attempt, Delivery, Step, Transaction } from '../state/transaction.ts'
import { callLine } from './call-line.ts'
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
  if (delivery !== undefined && step.state === 'happened')
    return <OpenedAttempt delivery={delivery} attempt={attempt} />
  const call = callOfStep(steps, selected, calls)
  if (call !== undefined) return <OpenedCall call={call} />
  return <OpenedText step={step} />
}

interface OpenedAttemptProps {
  readonly delivery: Delivery
  /** The last one by default. */
  readonly attempt?: Attempt | undefined
}

export function OpenedAttempt({ delivery: { url, body, attempts }, attempt = attempts.at(-1) }: OpenedAttemptProps) {
  const sent = <JsonBlock value={body} label="posted" />
  if (attempt === undefined) return <Both title="Webhook, not sent" sentName="Body" sent={sent} answer="" />
  const { title, tone, icon } = attemptWords(attempt)
  const { response, error, durationMs, headers } = attempt
  const answer = response === null ? (error ?? '(no answer)') : response.body === '' ? '(empty)' : response.body
  return (
    <Both
      title={`Webhook, attempt ${attempt.number}`}
      sent={sent}
      sentName="Posted"
      answer={<JsonBlock value={answer} label="answered" />}
      headers={headers}
    >
      <span class={`label tone-${tone}`}>
        <Icon name={icon} size={14} /> {title}
      </span>
      {durationMs !== null && <span class="faint number">{formatDuration(durationMs)}</span>}
      <span class="mono faint cut" title={url}>
        {url}
      </span>
    </Both>
  )
}

export function OpenedCall({ call }: { readonly call: ReceivedCall }) {
  const { method, path, status, body, answer, durationMs, headers } = call
  return (
    <Both
      title={`${method} ${path}`}
      sent={<JsonBlock value={body ?? '(no body)'} label="sent" />}
      sentName="Your code sent"
      answer={<JsonBlock value={answer ?? '(no answer)'} label="answer of the service" />}
      headers={headers}
    >
      <span class={`label tone-${callLine(call).tone}`}>{status === null ? 'no answer' : `answered ${status}`}</span>
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
  readonly headers?: Readonly<Record<string, string>>
  readonly children?: ComponentChildren
}

function Both({ title, sentName, sent, answer, headers, children }: BothProps) {
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
      {headers !== undefined && (
        <details class="fold">
          <summary>Headers</summary>
          <dl class="headers mono">
            {Object.entries(headers).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}
