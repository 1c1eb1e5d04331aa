import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { JsonBlock } from '../parts/json-block.tsx'
import type { Delivery, Transaction } from '../state/transaction.ts'
import { AttemptDetails } from './attempt-details.tsx'
import { curlOf } from './curl.ts'
import { deliveryWords, noWebhookWords } from './delivery-words.ts'
import { ReplayButton } from './replay-button.tsx'

export function Deliveries({ deliveries, steps }: Pick<Transaction, 'deliveries' | 'steps'>) {
  if (deliveries.length === 0) {
    return <p class="soft tx-none">{noWebhookWords(steps)}</p>
  }
  return (
    <ul class="stack">
      {deliveries.map((delivery, index) => (
        <li key={delivery.id} class="delivery card">
          <OneDelivery
            delivery={delivery}
            steps={steps}
            name={deliveries.length === 1 ? 'the webhook' : `webhook ${index + 1}`}
          />
        </li>
      ))}
    </ul>
  )
}

interface OneProps extends Pick<Transaction, 'steps'> {
  readonly delivery: Delivery
  /** Its name in the labels of buttons: `webhook 2`. */
  readonly name: string
}

function OneDelivery({ delivery, steps, name }: OneProps) {
  const { url, attempts, body } = delivery
  const { title, tone, icon } = deliveryWords(delivery, steps)
  const headers = attempts.at(-1)?.headers ?? { 'content-type': 'application/json' }
  return (
    <>
      <header class="delivery-head line">
        <div class="grow">
          <span class={`label tone-${tone}`}>
            <Icon name={icon} /> {title}
          </span>
          <p class="mono soft cut" title={url}>
            {url}
          </p>
        </div>
        <ReplayButton delivery={delivery} name={name} />
        <CopyButton text={() => curlOf({ method: 'POST', url, headers, body })} label={`Copy ${name} as curl`} small />
      </header>
      <ol>
        {attempts.toReversed().map((attempt, index) => (
          <AttemptDetails key={attempt.number} attempt={attempt} isOpen={index === 0} />
        ))}
      </ol>
      <details class="fold">
        <summary>Body, the same in every attempt</summary>
        <JsonBlock value={body} label="body" />
      </details>
    </>
  )
}
