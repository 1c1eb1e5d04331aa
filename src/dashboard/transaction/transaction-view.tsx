import type { AnswerOf } from '../../control/routes.ts'
import type { Client } from '../api/client.ts'
import { StateBadge } from '../parts/state-badge.tsx'
import { Shown } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { session } from '../state/business.ts'
import { useResource } from '../state/resource.ts'

type Transaction = AnswerOf<'GET /_sandbox/transactions/{id}'>

/** One transaction: what happened to it, and what is still to come. */
export function TransactionView({ id }: { readonly id: string }) {
  const { loaded, reload, show } = useResource(
    (client) => client.call('GET /_sandbox/transactions/{id}', { id }),
    (event) => event.kind === 'timeline' && event.entry.transactionId === id,
    [id],
  )
  const approve = async (client: Client) => {
    const acted = await act(() => client.call('POST /_sandbox/transactions/{id}/approve', { id }), 'Approved')
    if (acted !== null) show(acted)
  }
  return (
    <Shown loaded={loaded.value} retry={reload}>
      {(transaction: Transaction) => (
        <article class="transaction">
          <h1>{transaction.reference_business}</h1>
          <StateBadge status={transaction.status} />
          {transaction.actions.includes('approve') && session.value !== null && (
            <button type="button" onClick={() => session.value && approve(session.value.client)}>
              Approve
            </button>
          )}
          <pre>{JSON.stringify(transaction, null, 2)}</pre>
        </article>
      )}
    </Shown>
  )
}
