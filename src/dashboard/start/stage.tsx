import { useEffect, useRef } from 'preact/hooks'
import { flowHas } from '../../catalogue/flows.ts'
import { type Account, changesAccounts } from '../bank/account.ts'
import '../bank/bank.css'
import { TransferForm } from '../bank/transfer-form.tsx'
import { Icon } from '../parts/icon.tsx'
import { JsonBlock } from '../parts/json-block.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { Empty, FailureNote, Shown } from '../parts/states.tsx'
import { LivePhone } from '../phones/live-phone.tsx'
import '../phones/phones.css'
import { useAnswer, useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import type { Delivery, Transaction } from '../state/transaction.ts'
import { isAbout } from '../state/use-transaction.ts'
import { TimelinePicture } from '../timeline/timeline-picture.tsx'
import { timelineSigns } from '../timeline/timeline-signs.ts'
import { AwaitedOtp } from '../transaction/awaited-otp.tsx'
import { attemptWords } from '../transaction/delivery-words.ts'
import { Connection } from './connection.tsx'
import { NextStep } from './next-step.tsx'
import type { Asked } from './try.ts'

/** What was asked for last; without an id nothing was yet. */
export interface Playing extends Asked {
  readonly id: string | null
}

interface StageProps {
  readonly playing: Playing
  readonly pin: string
  readonly apiKey: string
  /** The sandbox's own receiver of webhooks. */
  readonly receiver: string
  /** Where the business wants its webhooks. */
  readonly callbackUrl: string | null
}

export function Stage({ playing, pin, apiKey, receiver, callbackUrl }: StageProps) {
  const { id, flow } = playing
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
  const hasPhone = flowHas(flow, 'prompt')
  const hasBank = transaction?.status === 'INITIATED' && flowHas(flow, 'account')
  return (
    <div ref={element} class={`start-stage${hasPhone || hasBank ? '' : ' start-phoneless'}`}>
      {hasPhone && <Phone pin={pin} playing={playing} />}
      {hasBank && <Bank id={transaction.id} />}
      <section class="start-life card" aria-label="Timeline">
        {loaded.value.state === 'failed' && <FailureNote failure={loaded.value.failure} retry={reload} />}
        {id === null && (
          <Empty icon="start" title="Try a payment">
            <p>Its timeline appears here, from the call to the webhook.</p>
          </Empty>
        )}
        {transaction !== null && <Life transaction={transaction} reload={reload} />}
      </section>
      <Server callbackUrl={callbackUrl} deliveries={transaction?.deliveries ?? []} />
      <Connection url={location.origin} apiKey={apiKey} callbackURL={receiver} />
    </div>
  )
}

function Phone({ pin, playing: { number, network } }: Pick<StageProps, 'pin' | 'playing'>) {
  return (
    <section class="start-phone stack" aria-labelledby="start-phone">
      <h2 id="start-phone">
        When it rings, type <b class="number">{pin}</b>
      </h2>
      <LivePhone key={number} number={number} summary={{ network, waitsFor: [] }} pin={null} />
    </section>
  )
}

/** The account of a transaction, where the user pays as its customer. */
function Bank({ id }: { readonly id: string }) {
  const { loaded, reload } = useAnswer(changesAccounts, 'GET /_sandbox/virtual-accounts', { search: id, limit: 1 })
  return (
    <div class="start-phone">
      <Shown loaded={loaded.value} retry={reload}>
        {({ data: [account] }: { readonly data: readonly Account[] }) =>
          account && <TransferForm key={id} account={account} reload={reload} />
        }
      </Shown>
    </div>
  )
}

interface LifeProps {
  readonly transaction: Transaction
  readonly reload: () => void
}

function Life({ transaction, reload }: LifeProps) {
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
      <AwaitedOtp transaction={transaction} onAccepted={reload} />
      <NextStep transaction={transaction} />
      <TimelinePicture signs={timelineSigns(transaction)} />
    </>
  )
}

interface ServerProps {
  readonly callbackUrl: string | null
  readonly deliveries: readonly Delivery[]
}

function Server({ callbackUrl, deliveries }: ServerProps) {
  return (
    <section class="start-server panel card" aria-labelledby="start-server">
      <h2 id="start-server">Your server</h2>
      <p class="soft">{callbackUrl === null ? 'The sandbox stands in for it.' : `Webhooks go to ${callbackUrl}.`}</p>
      {deliveries.length === 0 && <p class="faint">No webhook yet. It arrives here when the payment ends.</p>}
      <ul aria-live="polite">
        {deliveries.map((delivery, index) => (
          <li key={delivery.id}>
            <Webhook delivery={delivery} isOpen={index === deliveries.length - 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Webhook({ delivery, isOpen }: { readonly delivery: Delivery; readonly isOpen: boolean }) {
  const last = delivery.attempts.at(-1)
  const { title, tone } = last === undefined ? notSent : attemptWords(last)
  return (
    <details class="start-webhook" open={isOpen}>
      <summary class={`label tone-${tone}`}>
        <Icon name={tone === 'good' ? 'check' : 'send'} size={14} /> Webhook{' '}
        {last !== undefined && last.number > 1 && `attempt ${last.number}: `}
        {title}
      </summary>
      <JsonBlock value={delivery.body} label="webhook" />
    </details>
  )
}

const notSent = { title: 'on its way', tone: 'neutral' } as const
