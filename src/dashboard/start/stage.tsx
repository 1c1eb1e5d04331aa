import { useEffect, useRef } from 'preact/hooks'
import { type Flow, flowDefinitions, flowHas } from '../../catalogue/flows.ts'
import { Icon } from '../parts/icon.tsx'
import { JsonBlock } from '../parts/json-block.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { Empty, FailureNote } from '../parts/states.tsx'
import { LivePhone } from '../phones/live-phone.tsx'
import '../phones/phones.css'
import { useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import type { Delivery, Transaction } from '../state/transaction.ts'
import { isAbout } from '../state/use-transaction.ts'
import { TimelinePicture } from '../timeline/timeline-picture.tsx'
import { timelineSigns } from '../timeline/timeline-signs.ts'
import { Connection } from './connection.tsx'
import { verdictOf } from './verdict.ts'

export interface Playing {
  readonly id: string
  readonly flow: Flow
}

interface StageProps {
  readonly playing: Playing | null
  readonly pin: string
  readonly apiKey: string
  readonly callbackURL: string
}

export function Stage({ playing, pin, apiKey, callbackURL }: StageProps) {
  const id = playing?.id ?? null
  const { loaded, reload } = useResource(
    async ({ call }) => (id === null ? null : call('GET /_sandbox/transactions/{id}', { id })),
    isAbout(id),
    [id],
  )
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (id !== null) element.current?.scrollIntoView({ block: 'nearest' })
  }, [id])
  const transaction = loaded.value.state === 'ready' ? loaded.value.value : null
  const hasPhone = playing === null || flowHas(playing.flow, 'prompt')
  return (
    <div ref={element} class={`start-stage${hasPhone ? '' : ' start-phoneless'}`}>
      {hasPhone && <Phone pin={pin} />}
      <section class="start-life card" aria-label="What happens">
        {loaded.value.state === 'failed' && <FailureNote failure={loaded.value.failure} retry={reload} />}
        {id === null && (
          <Empty icon="start" title="Try a payment">
            <p>Its timeline appears here, from the call to the webhook.</p>
          </Empty>
        )}
        {transaction !== null && <Life transaction={transaction} />}
      </section>
      <Server callbackURL={callbackURL} deliveries={transaction?.deliveries ?? []} />
      <Connection url={location.origin} apiKey={apiKey} callbackURL={callbackURL} />
    </div>
  )
}

function Phone({ pin }: { readonly pin: string }) {
  const { accountNumber, network } = flowDefinitions['mobile-money'].sample
  return (
    <section class="start-phone stack" aria-labelledby="start-phone">
      <h2 id="start-phone">
        When it rings, type <b class="mono">{pin}</b>
      </h2>
      <LivePhone number={accountNumber} summary={{ network, awaitedOtps: 0 }} pin={null} />
    </section>
  )
}

function Life({ transaction }: { readonly transaction: Transaction }) {
  return (
    <>
      <header class="section-head line">
        <h2>{transaction.reference_business}</h2>
        <StateBadge status={transaction.status} />
        <span class="grow" />
        <a class="button" href={linkTo('transactions', transaction.id)}>
          Open transaction
        </a>
      </header>
      <TimelinePicture signs={timelineSigns(transaction.steps)} />
    </>
  )
}

interface ServerProps {
  readonly callbackURL: string
  readonly deliveries: readonly Delivery[]
}

function Server({ callbackURL, deliveries }: ServerProps) {
  return (
    <section class="start-server panel card" aria-labelledby="start-server">
      <h2 id="start-server">Your server</h2>
      <p class="soft">
        The sandbox stands in for it at <code>{new URL(callbackURL).pathname}</code>.
      </p>
      {deliveries.length === 0 && <p class="faint">No webhook yet. It arrives here when the payment ends.</p>}
      <ul aria-live="polite">
        {deliveries.map((delivery, index) => (
          // Keyed by its attempts: each is seen leaving.
          <li key={`${delivery.id} ${delivery.attempts.length}`}>
            <Webhook delivery={delivery} isOpen={index === deliveries.length - 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Webhook({ delivery, isOpen }: { readonly delivery: Delivery; readonly isOpen: boolean }) {
  const { title, tone, signature } = verdictOf(delivery)
  return (
    <details class="start-webhook" open={isOpen}>
      <summary class="line">
        <span class="start-leaves">
          <Icon name="send" size={18} />
        </span>
        <span class="start-answer line">
          <span class={`label tone-${tone}`}>
            {tone === 'good' && <Icon name="check" size={14} />} Webhook {title}
          </span>
          {signature !== null && <span class="chip">{signature}</span>}
        </span>
      </summary>
      <JsonBlock value={delivery.body} label="webhook" />
    </details>
  )
}
