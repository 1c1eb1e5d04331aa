import { useSignal } from '@preact/signals'
import type { Client } from '../api/client.ts'
import { Countdown } from '../parts/countdown.tsx'
import { Icon } from '../parts/icon.tsx'
import { jobWords } from '../parts/job-words.ts'
import { act } from '../state/act.ts'
import type { Transaction } from '../state/transaction.ts'
import { actionWords } from './action-words.ts'
import { AwaitedOtp } from './awaited-otp.tsx'

interface NextProps {
  readonly transaction: Transaction
  readonly client: Client
  /** Shows what an action has made of the transaction. */
  readonly show: (transaction: Transaction) => void
}

/** What happens next, and what the customer or the provider can do before. */
export function NextPanel({ transaction, client, show }: NextProps) {
  const { id, next, actions, flow } = transaction
  if (next === null && actions.length === 0) return null
  const run = async (action: () => Promise<Transaction>, done: string) => {
    const acted = await act(action, done)
    if (acted !== null) show(acted)
  }
  return (
    <section class="next card" aria-label="Next">
      <AwaitedOtp
        transaction={transaction}
        client={client}
        onAccepted={async () => show(await client.call('GET /_sandbox/transactions/{id}', { id }))}
      />
      {next === null ? (
        <p class="next-what">It waits for somebody.</p>
      ) : (
        <p class="next-what">
          <Icon name="time" />
          <span>Next: {jobWords(next)}</span>
          <Countdown to={next.dueAt} />
          <button
            type="button"
            onClick={() =>
              act(() => client.call('POST /_sandbox/clock/advance', { to: next.dueAt }), 'Time moved there')
            }
          >
            Jump there
          </button>
        </p>
      )}
      <div class="next-actions">
        {actions.map((action) =>
          action === 'fail' ? (
            <FailAs
              key={action}
              failures={transaction.failures}
              onFail={(result) =>
                run(() => client.call('POST /_sandbox/transactions/{id}/fail', { id, result }), `Failed as ${result}`)
              }
            />
          ) : (
            <button
              key={action}
              type="button"
              class={action === 'approve' ? 'primary' : ''}
              title={actionWords(action, flow).does}
              onClick={() =>
                run(
                  () => client.call(`POST /_sandbox/transactions/{id}/${action}`, { id }),
                  actionWords(action, flow).done,
                )
              }
            >
              {actionWords(action, flow).name}
            </button>
          ),
        )}
      </div>
    </section>
  )
}

function FailAs(props: { readonly failures: readonly string[]; readonly onFail: (result: string) => void }) {
  const chosen = useSignal(props.failures.includes('switch_error') ? 'switch_error' : (props.failures[0] ?? ''))
  return (
    <span class="next-fail">
      <select
        aria-label="Result to fail with"
        value={chosen.value}
        onChange={(event) => {
          chosen.value = event.currentTarget.value
        }}
      >
        {props.failures.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <button type="button" class="danger" onClick={() => props.onFail(chosen.value)}>
        Fail
      </button>
    </span>
  )
}
