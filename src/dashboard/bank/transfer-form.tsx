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
  /** What follows the first transfer. */
  const rest = useSignal<readonly number[]>([])
  const senderName = useSignal(customerName)
  const isSending = useSignal(false)
  const sum = Number(amount.value)
  const isSum = sum > 0 && Number.isFinite(sum)
  const parts = rest.value.map((part) => formatSum(part, currency)).join(', then ')
  const send = async () => {
    isSending.value = true
    const sender = senderName.value === '' ? {} : { senderName: senderName.value }
    for (const part of [sum, ...rest.value]) {
      const transfer = { accountNumber, amount: part, ...sender }
      const paid = await act(
        () => client.call('POST /_sandbox/virtual-accounts/{accountNumber}/transfers', transfer),
        `Paid ${formatSum(part, currency)}`,
      )
      if (paid === null) break
    }
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
            rest.value = []
          }}
        />
      </label>
      <div class="bank-choices">
        {suggestions(account).map(({ name, amounts: [first = 0, ...others] }) => (
          <button
            key={name}
            type="button"
            aria-pressed={first === sum && others.length === rest.value.length}
            onClick={() => {
              amount.value = String(first)
              rest.value = others
            }}
          >
            {name}
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
        {rest.value.length > 0 && ` Then ${parts} more.`}
      </p>
      <button type="submit" class="primary bank-send" disabled={!isSum || isSending.value}>
        <Icon name="send" /> Send {isSum ? formatSum(sum, currency) : ''}
        {rest.value.length > 0 && `, then ${parts}`}
      </button>
    </form>
  )
}
