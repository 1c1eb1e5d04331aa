import { useSignal } from '@preact/signals'
import type { Client } from '../api/client.ts'
import { formatSum } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { act } from '../state/act.ts'
import { type Account, outcomeWords, suggestions } from './account.ts'

interface TransferFormProps {
  readonly account: Account
  readonly client: Client
  readonly reload: () => void
}

/** Another person than the customer of the request. */
const stranger = 'Chidi Obi'

/** A transfer: how much, and under which name. What it will do is said before it is sent. */
export function TransferForm({ account, client, reload }: TransferFormProps) {
  const { accountNumber, currency, customerName } = account
  const amount = useSignal(String(account.due))
  const senderName = useSignal(customerName)
  const isSending = useSignal(false)
  const sum = Number(amount.value)
  const isSum = sum > 0 && Number.isFinite(sum)
  const send = async () => {
    isSending.value = true
    const transfer = {
      accountNumber,
      amount: sum,
      ...(senderName.value === '' ? {} : { senderName: senderName.value }),
    }
    await act(
      () => client.call('POST /_sandbox/virtual-accounts/{accountNumber}/transfers', transfer),
      `Paid ${formatSum(sum, currency)}`,
    )
    isSending.value = false
    reload()
  }
  return (
    <form
      class="bank-form card"
      aria-labelledby="bank-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isSum && !isSending.value) void send()
      }}
    >
      <h2 id="bank-form">Pay into it</h2>
      <label class="bank-field">
        <span>Amount, {currency}</span>
        <input
          class="number"
          inputMode="decimal"
          autoComplete="off"
          value={amount.value}
          onInput={(event) => {
            amount.value = event.currentTarget.value
          }}
        />
      </label>
      <div class="bank-choices">
        {suggestions(account).map((one) => (
          <button
            key={one.name}
            type="button"
            aria-pressed={one.amount === sum}
            onClick={() => {
              amount.value = String(one.amount)
            }}
          >
            {one.name}
          </button>
        ))}
      </div>
      <label class="bank-field">
        <span>Sender</span>
        <input
          autoComplete="off"
          placeholder="A name of the sandbox's choice"
          value={senderName.value}
          onInput={(event) => {
            senderName.value = event.currentTarget.value
          }}
        />
      </label>
      <div class="bank-choices">
        {[customerName, stranger].map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={senderName.value === name}
            onClick={() => {
              senderName.value = name
            }}
          >
            {name === stranger ? 'Another name' : 'The customer'}
          </button>
        ))}
      </div>
      <p class="bank-outcome" role="status">
        {isSum ? outcomeWords(account, sum) : 'Write an amount above zero.'}
      </p>
      <button type="submit" class="primary bank-send" disabled={!isSum || isSending.value}>
        <Icon name="send" /> Send {isSum ? formatSum(sum, currency) : ''}
      </button>
    </form>
  )
}
