import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { JsonBlock } from '../parts/json-block.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { Shown } from '../parts/states.tsx'
import { linkTo } from '../state/router.ts'
import type { Delivery, Transaction } from '../state/transaction.ts'
import { useTransaction } from '../state/use-transaction.ts'
import { TimelinePicture } from '../timeline/timeline-picture.tsx'
import { timelineSigns } from '../timeline/timeline-signs.ts'
import { verdictOf } from './verdict.ts'

/** Shows the payment that is played. It has its full height before the first one, so that nothing moves. */
export function Stage({ id }: { readonly id: string | null }) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (id !== null) element.current?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return (
    <section ref={element} class="start-stage card" aria-label="What happens">
      {id === null ? (
        <div class="start-stage-empty">
          <TimelinePicture signs={[]} />
          <p>Its life appears here, from the call to the webhook, in about ten seconds.</p>
        </div>
      ) : (
        <Played key={id} id={id} />
      )}
    </section>
  )
}

function Played({ id }: { readonly id: string }) {
  const { loaded, reload } = useTransaction(id)
  return (
    <Shown loaded={loaded.value} retry={reload}>
      {(transaction: Transaction) => (
        <>
          <header class="section-head line">
            <h2>{transaction.reference_business}</h2>
            <StateBadge status={transaction.status} />
            <span class="grow" />
            <a class="button" href={linkTo('transactions', id)}>
              Look closer
            </a>
          </header>
          <TimelinePicture signs={timelineSigns(transaction)} />
          <ul class="start-webhooks" aria-live="polite">
            {transaction.deliveries.map((delivery) => (
              <li key={delivery.id}>
                <Webhook delivery={delivery} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Shown>
  )
}

function Webhook({ delivery }: { readonly delivery: Delivery }) {
  const { title, tone, signature } = verdictOf(delivery)
  return (
    <details class="start-webhook">
      <summary class="line">
        <span class={`label tone-${tone}`}>
          <Icon name={tone === 'good' ? 'check' : 'send'} size={14} /> Webhook {title}
        </span>
        {signature !== null && <span class="chip">{signature}</span>}
        <span class="grow" />
        <span class="faint">Body</span>
      </summary>
      <JsonBlock value={delivery.body} label="webhook" />
    </details>
  )
}
