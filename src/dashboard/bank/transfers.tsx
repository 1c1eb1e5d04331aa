import { ignoredText } from '../../words/happening.ts'
import { formatSum } from '../parts/format.ts'
import { Shown } from '../parts/states.tsx'
import { When } from '../parts/when.tsx'
import type { Step, Transaction } from '../state/transaction.ts'
import { useTransaction } from '../state/use-transaction.ts'

export function Transfers({ id, currency }: { readonly id: string; readonly currency: string }) {
  const { loaded, reload } = useTransaction(id, 'record,steps')
  return (
    <section class="panel card" aria-labelledby="bank-transfers">
      <h2 id="bank-transfers">Statement</h2>
      <Shown loaded={loaded.value} retry={reload}>
        {({ steps, status }: Transaction) => {
          const transfers = steps.filter(isArrived).toReversed()
          if (transfers.length === 0) return <p class="soft">Nothing has arrived yet.</p>
          return (
            <ol>
              {transfers.map(({ at, amount, senderName, note }, index) => (
                <li
                  key={`${at} ${transfers.length - index}`}
                  class={`bank-transfer line${note === undefined && status !== 'FAILED' ? '' : ' faint'}`}
                >
                  <When at={at ?? ''} />
                  <span class="grow">{senderName}</span>
                  {note === undefined && status !== 'FAILED' ? (
                    <b class="number">+ {formatSum(amount, currency)}</b>
                  ) : (
                    <span class="number">{formatSum(amount, currency)} not taken</span>
                  )}
                  {note !== undefined && <span class="bank-note soft">{ignoredText(note)}</span>}
                </li>
              ))}
            </ol>
          )
        }}
      </Shown>
    </section>
  )
}

type Transfer = Extract<Step, { readonly kind: 'transfer_received' }>

function isArrived(step: Step): step is Transfer {
  return step.kind === 'transfer_received' && step.state === 'happened'
}
