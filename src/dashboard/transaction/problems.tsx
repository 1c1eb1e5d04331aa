import { Icon } from '../parts/icon.tsx'
import { reportRestMs, useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import type { Transaction } from '../state/transaction.ts'
import { isAbout } from '../state/use-transaction.ts'

/** What the report has found about a transaction, without what is only worth knowing; nothing if there is none. */
export function Problems({ transaction: { id, deliveries } }: { readonly transaction: Transaction }) {
  const { loaded } = useResource(({ call }) => call('GET /_sandbox/report'), isAbout(id), [id], reportRestMs)
  if (loaded.value.state !== 'ready') return null
  // The help about signatures has the same in red.
  const isHelped = deliveries.at(-1)?.attempts.at(-1)?.signatureHelp !== undefined
  const own = loaded.value.value.findings.filter(
    ({ transactionId, level, rule }) =>
      transactionId === id && level !== 'info' && !(isHelped && rule === 'badly-answered-webhook'),
  )
  if (own.length === 0) return null
  return (
    <ul class="alarm card stack" aria-label="Problems of the report">
      {own.map(({ evidence }, index) => (
        <li key={index} class="line">
          <Icon name="warning" tone="bad" />
          <span class="grow tone-bad">{evidence}</span>
          <a href={linkTo('report', id)}>In the report</a>
        </li>
      ))}
    </ul>
  )
}
