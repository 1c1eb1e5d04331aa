import { type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { formatSum } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { linkTo } from '../state/router.ts'
import { type Account, outcomeWords, suggestions } from './account.ts'

interface TransferProps {
  readonly account: Account
  readonly reload: () => void
}

export function TransferForm({ account, reload }: TransferProps) {
  const { accountNumber, currency, customerName } = account
  const { client } = useSession()
  const amount = useSignal(String(account.due))
  /** The amounts of the transfers after the first. */
  const rest = useSignal<readonly number[]>([])
  const senderName = useSignal(customerName)
  const isSending = useSignal(false)
  // What is due changes with each transfer, the chosen sender stays.
  useLayoutEffect(() => {
    amount.value = String(account.due)
    rest.value = []
  }, [account.due])
  const sum = Number(amount.value)
  const isSum = sum > 0 && Number.isFinite(sum)
  const parts = rest.value.map((part) => formatSum(part, currency)).join(', then ')
  const send = async (event: Event) => {
    event.preventDefault()
    if (!isSum || isSending.value) return
    isSending.value = true
    const sender = senderName.value === '' ? {} : { senderName: senderName.value }
    for (const part of [sum, ...rest.value]) {
      const transfer = { accountNumber, amount: part, ...sender }
      const pay = () => client.call('POST /_sandbox/virtual-accounts/{accountNumber}/transfers', transfer)
      const paid = await act(pay, `Paid ${formatSum(part, currency)}`, linkTo('transactions', account.transactionId))
      if (paid === null) break
    }
    isSending.value = false
    reload()
  }
  return (
    <form class="panel card" aria-labelledby="bank-form" onSubmit={send}>
      <h2 id="bank-form">Pay into it</h2>
      <Amounts account={account} amount={amount} rest={rest} />
      <Sender name={senderName} customerName={customerName} />
      <p class="bank-outcome sunken soft" role="status">
        {isSum ? outcomeWords(account, sum) : 'Enter an amount above zero.'}
        {rest.value.length > 0 && ` Then ${parts} more.`}
      </p>
      <button type="submit" class="primary bank-send" disabled={!isSum || isSending.value}>
        <Icon name="send" /> Send {isSum ? formatSum(sum, currency) : ''}
        {rest.value.length > 0 && `, then ${parts}`}
      </button>
    </form>
  )
}

interface AmountsProps extends Pick<TransferProps, 'account'> {
  readonly amount: Signal<string>
  readonly rest: Signal<readonly number[]>
}

function Amounts({ account, amount, rest }: AmountsProps) {
  const set = (first: string, others: readonly number[] = []) => {
    amount.value = first
    rest.value = others
  }
  return (
    <>
      <label class="bank-field">
        <span class="soft">Amount, {account.currency}</span>
        <input
          class="number"
          inputMode="decimal"
          autoComplete="off"
          value={amount.value}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      </label>
      <div class="line">
        {suggestions(account).map(({ name, amounts: [first = 0, ...others] }) => (
          <Button
            key={name}
            aria-pressed={first === Number(amount.value) && others.length === rest.value.length}
            onClick={() => set(String(first), others)}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  )
}

const stranger = 'Chidi Obi'

interface SenderProps extends Pick<Account, 'customerName'> {
  readonly name: Signal<string>
}

function Sender({ name: chosen, customerName }: SenderProps) {
  return (
    <>
      <label class="bank-field">
        <span class="soft">Sender</span>
        <input autoComplete="off" placeholder="The sandbox chooses a name" {...keptIn(chosen)} />
      </label>
      <div class="line">
        {[customerName, stranger].map((name) => (
          <Button key={name} aria-pressed={chosen.value === name} onClick={() => (chosen.value = name)}>
            {name === stranger ? 'Another name' : 'The customer'}
          </Button>
        ))}
      </div>
    </>
  )
}
