import { Button } from '../parts/button.tsx'
import { formatSum } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { Loading, Shown } from '../parts/states.tsx'
import { Countdown } from '../parts/when.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { linkTo } from '../state/router.ts'
import { clock } from '../state/sandbox-time.ts'
import type { Transaction } from '../state/transaction.ts'
import { useTransaction } from '../state/use-transaction.ts'
import { type Customer, wrongPin } from './phone.ts'

interface AnswersProps {
  /** The one transaction that the panel is about; null if the phone has none. */
  readonly id: string | null
  readonly pin: string
  /** Answers its prompt; null if it has no open one. */
  readonly customer: Customer | null
}

export function Answers({ id, pin, customer }: AnswersProps) {
  const isOff = customer === null
  return (
    <section class="panel card" aria-labelledby="answers">
      <h2 id="answers">Be the customer</h2>
      <div class="answers-asking stack">
        {id === null ? <p class="soft">{noPrompt}</p> : <Asking key={id} id={id} isOpen={!isOff} />}
      </div>
      <div class="halves">
        <Button class="primary" disabled={isOff} onClick={() => customer?.typePin(pin)}>
          <Icon name="check" /> Right PIN <span class="mono">{pin}</span>
        </Button>
        <Button class="danger" disabled={isOff} onClick={() => customer?.typePin(wrongPin(pin))}>
          <Icon name="close" /> Wrong PIN
        </Button>
        <Button disabled={isOff} title="The network reports it as a wrong PIN" onClick={() => customer?.cancel()}>
          <Icon name="back" /> Cancel
        </Button>
        <Button disabled={isOff} onClick={() => customer?.ignore()}>
          <Icon name="time" /> Ignore
        </Button>
      </div>
    </section>
  )
}

const noPrompt = 'No prompt is open. The next collection from this number sends one.'

function Asking({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) {
  const { loaded, reload } = useTransaction(id, 'record')
  const { client } = useSession()
  const freeze = () => act(() => client.call('POST /_sandbox/clock/freeze'), 'Time is frozen')
  if (loaded.value.state === 'loading') return <Loading lines={2} />
  return (
    <Shown loaded={loaded.value} retry={reload}>
      {({ reference_business: reference, status, amount, currency, next, scenario, otp }: Transaction) => (
        <>
          <p class="line">
            <a href={linkTo('transactions', id)}>{reference}</a>
            <StateBadge status={status} />
            <span class="sum number">{formatSum(amount, currency)}</span>
          </p>
          {!isOpen && (
            <p class="soft">
              {otp === null
                ? noPrompt
                : 'It waits for its one-time password. Your server submits that, and then the prompt follows.'}
            </p>
          )}
          {isOpen && next?.kind !== 'act' && <p class="soft">It waits for your answer.</p>}
          {isOpen && next?.kind === 'act' && (
            <p class="timed line">
              <span class="grow">
                Otherwise the scenario <b>{scenario.name}</b> answers <Countdown to={next.dueAt} />
              </span>
              <Button disabled={clock.value?.mode === 'frozen'} onClick={freeze}>
                <Icon name="frozen" /> Freeze time
              </Button>
            </p>
          )}
        </>
      )}
    </Shown>
  )
}
