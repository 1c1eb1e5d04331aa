import { Countdown } from '../parts/countdown.tsx'
import { formatSum } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { Loading, Shown } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { linkTo } from '../state/router.ts'
import { clock } from '../state/sandbox-time.ts'
import type { Transaction } from '../state/transaction.ts'
import { useTransaction } from '../state/use-transaction.ts'
import { type Customer, type Prompt, wrongPin } from './phone.ts'

interface AnswersProps {
  /** The newest open prompt, or null. */
  readonly open: Prompt | null
  readonly awaitedOtps: number
  readonly pin: string
  readonly customer: Customer | null
}

/** The open prompt's transaction, its coming end, and the customer's possible answers. */
export function Answers({ open, awaitedOtps, pin, customer }: AnswersProps) {
  const isOff = customer === null
  return (
    <section class="panel card" aria-labelledby="answers">
      <h2 id="answers">Be the customer</h2>
      {open !== null ? (
        <Asking key={open.transactionId} id={open.transactionId} />
      ) : (
        <p class="answers-asking stack soft">
          {awaitedOtps > 0
            ? 'The customer has a code: your own page asks for it. The prompt comes once the right code is submitted.'
            : 'No prompt is open. The next collection from this number sends one.'}
        </p>
      )}
      <div class="halves">
        <button type="button" class="primary" disabled={isOff} onClick={() => customer?.typePin(pin)}>
          <Icon name="check" /> Right PIN <span class="mono">{pin}</span>
        </button>
        <button type="button" class="danger" disabled={isOff} onClick={() => customer?.typePin(wrongPin(pin))}>
          <Icon name="close" /> Wrong PIN
        </button>
        <button
          type="button"
          disabled={isOff}
          title="The network reports it as a wrong PIN"
          onClick={() => customer?.cancel()}
        >
          <Icon name="back" /> Cancel
        </button>
        <button
          type="button"
          disabled={isOff}
          title="The prompt ends without an answer, now"
          onClick={() => customer?.ignore()}
        >
          <Icon name="time" /> Ignore
        </button>
      </div>
    </section>
  )
}

/** The transaction of the prompt, and the answer of its scenario if the user gives none. */
function Asking({ id }: { readonly id: string }) {
  const { loaded, reload } = useTransaction(id)
  return (
    <div class="answers-asking stack">
      {loaded.value.state === 'loading' ? (
        <Loading lines={2} />
      ) : (
        <Shown loaded={loaded.value} retry={reload}>
          {(transaction: Transaction) => <Asked transaction={transaction} />}
        </Shown>
      )}
    </div>
  )
}

function Asked({ transaction }: { readonly transaction: Transaction }) {
  const { id, status, amount, currency, next, scenario } = transaction
  const { client } = useSession()
  const freeze = () => act(() => client.call('POST /_sandbox/clock/freeze'), 'Time is frozen')
  return (
    <>
      <p class="answers-what line">
        <a href={linkTo('transactions', id)}>{transaction.reference_business}</a>
        <StateBadge status={status} />
        <span class="answers-sum number">{formatSum(amount, currency)}</span>
      </p>
      {next === null || next.kind !== 'act' ? (
        <p class="soft">It waits for your answer.</p>
      ) : (
        <p class="timed line">
          <span class="grow">
            Else the scenario <b>{scenario.name}</b> answers <Countdown to={next.dueAt} />
          </span>
          <button type="button" disabled={clock.value?.mode === 'frozen'} onClick={freeze}>
            <Icon name="frozen" /> Freeze time
          </button>
        </p>
      )}
    </>
  )
}
