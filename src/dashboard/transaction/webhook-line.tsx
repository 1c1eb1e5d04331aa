import { Icon } from '../parts/icon.tsx'
import type { Transaction } from '../state/transaction.ts'
import { deliveryWords, inShort, isFailing } from './delivery-words.ts'
import { ReplayButton } from './replay-button.tsx'
import { SignatureHelp } from './signature-help.tsx'

/** What became of the newest webhook in a line; if the server refused it, how it was signed. */
export function WebhookLine({ transaction: { deliveries, steps } }: { readonly transaction: Transaction }) {
  const delivery = deliveries.at(-1)
  if (delivery === undefined) return null
  const { title, tone, icon } = deliveryWords(delivery, steps)
  const last = delivery.attempts.at(-1)
  const isGivenUp = delivery.status === 'exhausted' && last !== undefined && isFailing(delivery)
  return (
    <section class="stack" aria-labelledby="tx-last-webhook">
      <h2 id="tx-last-webhook" class="spoken">
        The last webhook
      </h2>
      <p class="line">
        <span class={`label tone-${tone}`}>
          <Icon name={icon} /> Webhook: {title}
          {isGivenUp && `: ${inShort(last)}`}
        </span>
        <ReplayButton delivery={delivery} name="the last webhook" />
      </p>
      {last?.signatureHelp !== undefined && last.response !== null && (
        <details class="fold" open>
          <summary>Why was it refused?</summary>
          <SignatureHelp help={last.signatureHelp} status={last.response.status} />
        </details>
      )}
    </section>
  )
}
