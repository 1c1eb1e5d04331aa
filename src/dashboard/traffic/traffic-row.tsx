import { useMemo } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { When } from '../parts/when.tsx'
import type { Attempt, Delivery } from '../state/transaction.ts'
import { callLine } from '../transaction/call-line.ts'
import { attemptWords, deliveryWords, inShort } from '../transaction/delivery-words.ts'
import { type Entry, pathOf } from './log.ts'

interface RowProps {
  readonly entry: Entry
  readonly isOpen: boolean
  readonly open: () => void
}

/** Drawn once: a new row above moves those in sight, and Preact skips what is the same object. */
export function TrafficRow({ entry, isOpen, open }: RowProps) {
  return useMemo(() => <Row entry={entry} isOpen={isOpen} open={open} />, [entry.call ?? entry.delivery, isOpen])
}

function Row({ entry: { at, call, delivery }, isOpen, open }: RowProps) {
  const { status, tone, why } = call === undefined ? webhookLine(delivery) : callLine(call)
  const what = call === undefined ? `${eventOf(delivery)} ${pathOf(delivery.url)}` : `${call.method} ${call.path}`
  return (
    <Button class="row board-row traffic-row plain" aria-expanded={isOpen} onClick={open}>
      <When at={at} />
      <Icon name={call === undefined ? 'send' : 'calls'} size={14} />
      <span class="spoken">{call === undefined ? 'Webhook' : 'Call'}</span>
      <span class="mono cut">{what}</span>
      <b class="cut">{(call ?? delivery).reference ?? ''}</b>
      <span class="traffic-result line">
        {delivery?.attempts.map((attempt) => (
          <Dot key={attempt.number} attempt={attempt} />
        ))}
        <strong class={`cut tone-${tone}`}>{status}</strong>
        <span class="soft cut">{why[0] ?? ''}</span>
      </span>
    </Button>
  )
}

function Dot({ attempt }: { readonly attempt: Attempt }) {
  const { title, tone } = attemptWords(attempt)
  return <span class={`traffic-dot tone-${tone}`} title={`Attempt ${attempt.number}: ${title}`} />
}

function webhookLine(delivery: Delivery) {
  const { title, tone } = deliveryWords(delivery)
  const last = delivery.attempts.at(-1)
  const isGivenUp = delivery.status === 'exhausted' && last !== undefined
  return { status: isGivenUp ? `${title}: ${inShort(last)}` : title, tone, why: [] as readonly string[] }
}

/** What the webhook says became of the transaction. */
function eventOf({ body }: Delivery): string {
  return typeof body === 'string' ? 'not JSON' : body.status
}
