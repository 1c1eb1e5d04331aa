import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import type { Transaction } from '../state/transaction.ts'
import { webhookCurl } from './curl.ts'
import { deliveryWords, noWebhookWords } from './delivery-words.ts'
import { ReplayButton } from './replay-button.tsx'

export function Deliveries({ deliveries, steps }: Pick<Transaction, 'deliveries' | 'steps'>) {
  if (deliveries.length === 0) {
    return <p class="soft tx-none">{noWebhookWords(steps)}</p>
  }
  return (
    <ul class="stack">
      {deliveries.map((delivery, index) => {
        const name = deliveries.length === 1 ? 'the webhook' : `webhook ${index + 1}`
        const { title, tone, icon } = deliveryWords(delivery, steps)
        return (
          <li key={delivery.id} class="delivery line card">
            <div class="grow">
              <span class={`label tone-${tone}`}>
                <Icon name={icon} /> {title}
              </span>
              <p class="mono soft">{delivery.url}</p>
            </div>
            <ReplayButton delivery={delivery} name={name} />
            <CopyButton text={() => webhookCurl(delivery)} label={`Copy ${name} as curl`} small />
          </li>
        )
      })}
    </ul>
  )
}
