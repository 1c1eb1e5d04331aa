import { useSignal } from '@preact/signals'
import type { AnswerOf } from '../../control/routes.ts'
import type { Client } from '../api/client.ts'
import { changesAny } from '../api/live-event.ts'
import { Button } from '../parts/button.tsx'
import { formatSum } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { Shown } from '../parts/states.tsx'
import { When } from '../parts/when.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import './wallets.css'

type Wallet = AnswerOf<'GET /_sandbox/wallets'>[number]

/** The wallets of the business with their newest movements, or with those of a transaction. */
export function Wallets({ id }: { readonly id: string | null }) {
  const { loaded, reload } = useResource((client) => loadWallets(client, id), changesAny('wallet', 'settings'), [id])
  return (
    <div class="split-open stack">
      <h1>Wallets</h1>
      {id !== null && (
        <p>
          The movements of one transaction. <a href={linkTo('wallets')}>Show all</a>
        </p>
      )}
      <Shown loaded={loaded.value} retry={reload}>
        {(wallets) => (
          <ul class="columns">
            {wallets
              .toSorted((one, other) => other.ledger.length - one.ledger.length)
              .map((wallet) => (
                <li key={wallet.currency} class="panel card">
                  <OneWallet wallet={wallet} changed={reload} />
                </li>
              ))}
          </ul>
        )}
      </Shown>
    </div>
  )
}

async function loadWallets(client: Client, id: string | null): Promise<readonly Wallet[]> {
  const wallets = await client.call('GET /_sandbox/wallets', { limit: id === null ? 20 : 1000 })
  if (id === null) return wallets
  return wallets.map((wallet) => ({ ...wallet, ledger: wallet.ledger.filter((entry) => entry.transactionId === id) }))
}

interface OneWalletProps {
  readonly wallet: Wallet
  readonly changed: () => void
}

function OneWallet({ wallet: { currency, balance, ledger }, changed }: OneWalletProps) {
  return (
    <>
      <header class="line">
        <h2 class="grow">{currency}</h2>
        <strong class="wallets-balance number">{formatSum(balance, currency)}</strong>
        <SetBalance key={balance} currency={currency} balance={balance} changed={changed} />
      </header>
      {ledger.length === 0 ? (
        <p class="faint">No movement yet.</p>
      ) : (
        <ol>
          {ledger.map(({ at, amount, closing, why, transactionId, reference }, index) => (
            // Keyed by place: a new entry moves none of the lines.
            <li key={index} class="row wallets-entry">
              <When at={at} />
              <span>
                {transactionId === null ? why : <a href={linkTo('transactions', transactionId)}>{reference ?? why}</a>}
                {transactionId !== null && reference !== null && <span class="faint"> {why}</span>}
              </span>
              <strong class={`number${amount < 0 ? '' : ' tone-good'}`}>
                {amount < 0 ? '−' : '+'} {formatSum(Math.abs(amount), currency)}
              </strong>
              <span class="number soft">{formatSum(closing, currency)}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

interface SetBalanceProps {
  readonly currency: string
  readonly balance: number
  readonly changed: () => void
}

/** A small balance lets a payout fail. */
function SetBalance({ currency, balance, changed }: SetBalanceProps) {
  const { client } = useSession()
  const isOpen = useSignal(false)
  const text = useSignal(String(balance))
  const submit = async (event: Event) => {
    event.preventDefault()
    const set = await act(
      () => client.call('PUT /_sandbox/wallets/{currency}', { currency, balance: Number(text.value) }),
      'The balance is set',
    )
    if (set !== null) isOpen.value = false
    changed()
  }
  if (!isOpen.value)
    return (
      <Button class="plain small" onClick={() => (isOpen.value = true)}>
        <Icon name="edit" />
        <span class="spoken">Set the balance in {currency}</span>
      </Button>
    )
  return (
    <form class="wallets-set line" onSubmit={submit}>
      <input
        class="number grow"
        aria-label={`Balance in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        {...keptIn(text)}
      />
      <button type="submit" class="primary">
        Set
      </button>
      <Button onClick={() => (isOpen.value = false)}>Cancel</Button>
    </form>
  )
}
