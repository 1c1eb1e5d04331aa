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
import { type Customer, type Prompt, wrongPin } from './phone.ts'

interface AnswersProps {
  /** The newest open prompt, or else the newest; null if there is none. */
  readonly prompt: Prompt | null
  readonly awaitedOtps: number
  readonly pin: string
  readonly customer: Customer | null
}

export function Answers({ prompt, awaitedOtps, pin, customer }: AnswersProps) {
  const isOff = customer === null
  return (
    <section class="panel card" aria-labelledby="answers">
      <h2 id="answers">Be the customer</h2>
      <div class="answers-asking stack">
        {prompt !== null && <Asking key={prompt.transactionId} id={prompt.transactionId} isOpen={!isOff} />}
        {isOff && (
          <p class="soft">
            {awaitedOtps > 0
              ? 'The customer has a one-time password. Your server submits it, and then the prompt follows.'
              : 'No prompt is open. The next collection from this number sends one.'}
          </p>
        )}
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

function Asking({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) {
  const { loaded, reload } = useTransaction(id, 'record')
  const { client } = useSession()
  const freeze = () => act(() => client.call('POST /_sandbox/clock/freeze'), 'Time is frozen')
  if (loaded.value.state === 'loading') return <Loading lines={2} />
  return (
    <Shown loaded={loaded.value} retry={reload}>
      {({ reference_business: reference, status, amount, currency, next, scenario }: Transaction) => (
        <>
          <p class="line">
            <a href={linkTo('transactions', id)}>{reference}</a>
            <StateBadge status={status} />
            <span class="sum number">{formatSum(amount, currency)}</span>
          </p>
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
