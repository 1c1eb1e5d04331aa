import { useSignal } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { formatDuration } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { JsonBlock } from '../parts/json-block.tsx'
import { When } from '../parts/when.tsx'
import { linkTo } from '../state/router.ts'
import { attemptWords, deliveryWords, isBusy } from '../transaction/delivery-words.ts'
import { pathOf, type Sent } from './sent.ts'

interface SentRowProps {
  readonly sent: Sent
  readonly isSelected: boolean
  readonly select: (id: string) => void
  /** Null while webhooks are being replayed. */
  readonly replay: ((id: string) => void) | null
}

export function SentRow({ sent: { at, delivery, attempt }, isSelected, select, replay }: SentRowProps) {
  const isOpen = useSignal(false)
  const { id, reference, transactionId, url, body } = delivery
  const { title, tone, icon } = attempt === null ? deliveryWords(delivery) : attemptWords(attempt)
  const event = typeof body === 'string' ? 'not JSON' : body.status
  return (
    <li class="sent">
      <input
        type="checkbox"
        aria-label={`Select the webhook of ${reference}, attempt ${attempt?.number ?? 0}`}
        checked={isSelected}
        onChange={() => select(id)}
      />
      <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary class="row sent-line">
          <When at={at} />
          <span class="cut">
            <b>{reference}</b> <span class="soft">{event}</span>
          </span>
          <span class="mono soft cut">{pathOf(url)}</span>
          <span class="soft number">{attempt === null ? 'not sent' : `attempt ${attempt.number}`}</span>
          <span class={`label cut tone-${tone}`}>
            <Icon name={icon} size={14} />
            <span class="cut">{title}</span>
          </span>
          <span class="sent-took soft number">
            {attempt?.durationMs == null ? '' : formatDuration(attempt.durationMs)}
          </span>
        </summary>
        {isOpen.value && (
          <div class="panel">
            <p class="line">
              <a href={linkTo('transactions', transactionId)}>Transaction {reference}</a>
              <span class="mono soft">{url}</span>
              <span class="grow">{deliveryWords(delivery).title}</span>
              <Button disabled={replay === null || isBusy(delivery)} onClick={() => replay?.(id)}>
                <Icon name="replay" /> Replay
              </Button>
            </p>
            <div class="sent-both">
              <section class="stack">
                <h2>Body</h2>
                <JsonBlock value={body} label={`body of ${reference}`} />
              </section>
              <section class="stack">
                <h2>Answer</h2>
                <JsonBlock value={answerOf(attempt)} label={`answer to ${reference}`} />
              </section>
            </div>
          </div>
        )}
      </details>
    </li>
  )
}

function answerOf(attempt: Sent['attempt']): string {
  if (attempt === null) return '(not sent yet)'
  const { response, error } = attempt
  if (response === null) return error ?? '(no answer)'
  return `${response.status}\n${response.body === '' ? '(empty)' : response.body}`
}
