import { useSignal } from '@preact/signals'
import { flowHas } from '../../catalogue/flows.ts'
import { shortJobText } from '../../words/job.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { Countdown } from '../parts/when.tsx'
import { waitsWords } from '../parts/words.ts'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import type { Transaction } from '../state/transaction.ts'
import { AwaitedOtp } from './awaited-otp.tsx'

interface NextProps {
  readonly transaction: Transaction
  /** Shows the transaction that an action has answered. */
  readonly show: (transaction: Transaction) => void
}

export function NextPanel({ transaction, show }: NextProps) {
  const { id, next, actions, flow, failures, waitsFor } = transaction
  const { client } = useSession()
  if (next === null && actions.length === 0) return null
  const run = async (action: () => Promise<Transaction>, done: string) => {
    const acted = await act(action, done)
    if (acted !== null) show(acted)
  }
  const dueAt = next === null ? null : next.dueAt
  const jump = (to: string) => act(() => client.call('POST /_sandbox/clock/advance', { to }), 'Time moved there')
  const fail = (result: string) =>
    run(() => client.call('POST /_sandbox/transactions/{id}/fail', { id, result }), `Failed as ${result}`)
  return (
    <section class="next timed card line" aria-label="Next">
      <AwaitedOtp
        transaction={transaction}
        onAccepted={async () => show(await client.call('GET /_sandbox/transactions/{id}', { id }))}
      />
      {waitsFor !== null && <p>It {waitsWords[waitsFor]}.</p>}
      {next === null ? (
        waitsFor === null && <p>It has no end of its own.</p>
      ) : (
        <p class="line">
          <Icon name="time" tone="neutral" />
          <span>Next: {shortJobText(next)}</span>
          <Countdown to={dueAt} />
          {dueAt !== null && <Button onClick={() => jump(dueAt)}>Jump there</Button>}
        </p>
      )}
      <div class="next-actions line" hidden={actions.length === 0}>
        {actions.map((action) => {
          if (action === 'fail') return <FailAs key={action} failures={failures} onFail={fail} />
          const { name, does, done } =
            action === 'approve' && flowHas(flow, 'account') ? actionWords.pay : actionWords[action]
          return (
            <Button
              key={action}
              class={action === 'approve' ? 'primary' : ''}
              title={does}
              onClick={() => run(() => client.call(`POST /_sandbox/transactions/{id}/${action}`, { id }), done)}
            >
              {name}
            </Button>
          )
        })}
      </div>
    </section>
  )
}

const actionWords = {
  approve: {
    name: 'Approve',
    does: 'The right PIN, or the provider agrees',
    done: 'Approved',
  },
  pay: { name: 'Pay what is due', does: 'The whole sum', done: 'Paid' },
  decline: { name: 'Decline', does: 'A wrong PIN', done: 'Declined' },
  ignore: { name: 'Ignore', does: 'No answer to the prompt', done: 'Ignored' },
  expire: { name: 'Let expire', does: 'The account or the OTP expires', done: 'Expired' },
} as const

function FailAs(props: { readonly failures: readonly string[]; readonly onFail: (result: string) => void }) {
  const chosen = useSignal(props.failures.includes('switch_error') ? 'switch_error' : (props.failures[0] ?? ''))
  return (
    <span class="joined">
      <select aria-label="Result to fail with" {...keptIn(chosen)}>
        {props.failures.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <Button class="danger" onClick={() => props.onFail(chosen.value)}>
        Fail
      </Button>
    </span>
  )
}
