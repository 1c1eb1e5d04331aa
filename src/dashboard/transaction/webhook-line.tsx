import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import type { Delivery, Transaction } from '../state/transaction.ts'
import { webhookCurl } from './curl.ts'
import { deliveryWords, inShort, isFailing, noWebhookWords } from './delivery-words.ts'
import { ReplayButton } from './replay-button.tsx'

type Shown = Pick<Transaction, 'deliveries' | 'steps'>

/** What became of each webhook, in a line. */
export function WebhookLines({ deliveries, steps }: Shown) {
  return (
    <section aria-labelledby="tx-webhooks">
      <h2 id="tx-webhooks" class="spoken">
        Webhooks
      </h2>
      {deliveries.length === 0 && <p class="soft">{noWebhookWords(steps)}</p>}
      <ul class="stack">
        {deliveries.map((delivery, index) => (
          <WebhookLine
            key={delivery.id}
            delivery={delivery}
            steps={steps}
            name={deliveries.length === 1 ? 'the webhook' : `webhook ${index + 1}`}
          />
        ))}
      </ul>
    </section>
  )
}

interface LineProps extends Pick<Shown, 'steps'> {
  readonly delivery: Delivery
  /** In the labels of its buttons. */
  readonly name: string
}

function WebhookLine({ delivery, steps, name }: LineProps) {
  const { title, tone, icon } = deliveryWords(delivery, steps)
  const last = delivery.attempts.at(-1)
  const isGivenUp = delivery.status === 'exhausted' && last !== undefined && isFailing(delivery)
  return (
    <li class="line">
      <span class={`label tone-${tone}`}>
        <Icon name={icon} /> Webhook: {title}
        {isGivenUp && `: ${inShort(last)}`}
      </span>
      <ReplayButton delivery={delivery} name={name} />
      <CopyButton text={() => webhookCurl(delivery)} label={`Copy ${name} as curl`} small />
    </li>
  )
}
