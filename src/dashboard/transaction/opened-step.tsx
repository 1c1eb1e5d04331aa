import type { ReceivedCall } from '../api/live-event.ts'
import { formatDuration } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { JsonBlock } from '../parts/json-block.tsx'
import type { Step, Transaction } from '../state/transaction.ts'
import { type Exchange, exchangeOfStep } from './exchange.ts'

interface OpenedProps extends Pick<Transaction, 'steps' | 'deliveries'> {
  /** The index of the step. */
  readonly selected: number
  /** Calls about the transaction, the oldest first. */
  readonly calls: readonly ReceivedCall[]
}

export function OpenedStep({ selected, calls, ...transaction }: OpenedProps) {
  const step = transaction.steps[selected]
  if (step === undefined) return null
  const exchange = exchangeOfStep(transaction, selected, calls)
  return exchange === null ? <OpenedText step={step} /> : <OpenedExchange {...exchange} />
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

/** What was sent and what was answered in one step, side by side. */
export function OpenedExchange({ title, sent, answer, result, headers, durationMs = null, url }: Exchange) {
  return (
    <section class="opened stack" aria-label="The chosen step">
      <header class="line">
        <h3 class="mono">{title}</h3>
        {result && (
          <span class={`label tone-${result.tone}`}>
            {result.icon && <Icon name={result.icon} size={14} />} {result.title}
          </span>
        )}
        {durationMs !== null && <span class="faint number">{formatDuration(durationMs)}</span>}
        <span class="mono faint cut" title={url}>
          {url}
        </span>
      </header>
      <div class="opened-both">
        {[sent, answer].map(({ name, label, value }) => (
          <div key={label} class="stack">
            <h4>{name}</h4>
            {value !== '' && <JsonBlock value={value} label={label} />}
          </div>
        ))}
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
