import { Countdown } from '../parts/countdown.tsx'
import { formatSum } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { Loading, Shown } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { session } from '../state/business.ts'
import { linkTo } from '../state/router.ts'
import { clock } from '../state/sandbox-time.ts'
import type { Transaction } from '../state/transaction.ts'
import { useTransaction } from '../state/use-transaction.ts'
import { type Customer, type Prompt, wrongPin } from './phone.ts'

interface AnswersProps {
  /** The newest prompt that waits; null where none does. */
  readonly open: Prompt | null
  readonly awaitedOtps: number
  /** The right PIN. */
  readonly pin: string
  readonly customer: Customer | null
}

/** What the prompt is for, what happens by itself, and every answer a customer can give. */
export function Answers({ open, awaitedOtps, pin, customer }: AnswersProps) {
  const isOff = customer === null
  return (
    <section class="answers card" aria-labelledby="answers">
      <h2 id="answers">Be the customer</h2>
      {open !== null ? (
        <Asking key={open.transactionId} id={open.transactionId} />
      ) : (
        <p class="answers-asking soft">
          {awaitedOtps > 0
            ? 'A code is awaited: your own page asks the customer for it. The prompt comes once the code was right.'
            : 'Nothing is asked now. The next collection from this number brings a prompt.'}
        </p>
      )}
      <div class="answers-all">
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

/** Whose money the prompt asks for, and what its scenario does where nobody answers. */
function Asking({ id }: { readonly id: string }) {
  const { loaded, reload } = useTransaction(id)
  return (
    <div class="answers-asking">
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
  const freeze = () => act(async () => session.value?.client.call('POST /_sandbox/clock/freeze'), 'Time is frozen')
  return (
    <>
      <p class="answers-what">
        <a href={linkTo('transactions', id)}>{transaction.reference_business}</a>
        <StateBadge status={status} />
        <span class="answers-sum number">{formatSum(amount, currency)}</span>
      </p>
      {next === null || next.kind !== 'act' ? (
        <p class="soft">It waits for your answer.</p>
      ) : (
        <p class="answers-next">
          <span>
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
