import { formatSum } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { SplitList } from '../parts/lists/split-list.tsx'
import { StateShape } from '../parts/state-badge.tsx'
import { linkTo } from '../state/router.ts'
import type { Wanted } from '../state/wanted.ts'
import type { Account, Payout } from './account.ts'

interface ListProps {
  readonly accounts: readonly Account[]
  readonly payouts: readonly Payout[]
  /** The number of an account; null for the wallets. */
  readonly shown: string | null
  readonly wanted: Wanted
  readonly reload: () => void
}

/** The wallets of the business, the accounts that its customers pay into, and what it pays out. */
export function AccountList({ accounts, payouts, shown, wanted, reload }: ListProps) {
  const wallets = {
    id: 'wallets',
    to: linkTo('wallets'),
    content: (
      <span class="label">
        <Icon name="wallets" /> All wallets
      </span>
    ),
  }
  const paidIn = accounts.map(({ accountNumber, asked, received, customerName, ...account }) => ({
    id: accountNumber,
    content: (
      <MoneyItem
        {...account}
        amount={account.status === 'COMPLETED' ? received : asked}
        more={`${customerName} · ${accountNumber}`}
      />
    ),
  }))
  const paidOut = payouts.map(({ id, status, reference_business: reference, amount, currency, customer }) => ({
    id,
    to: linkTo('transactions', id),
    content: (
      <MoneyItem
        {...{ status, reference, amount, currency }}
        more={`${customer?.accountName ?? ''} · ${customer?.accountNumber ?? ''}`}
      />
    ),
  }))
  const isFound = paidIn.length + paidOut.length > 0
  return (
    <SplitList
      name="Wallets, virtual accounts and payouts"
      view="bank"
      shown={shown ?? wallets.id}
      groups={[
        ...(wanted.search.value === '' ? [{ heading: 'Wallets', items: [wallets] }] : []),
        ...(paidIn.length > 0 ? [{ heading: 'Virtual accounts', items: paidIn }] : []),
        ...(paidOut.length > 0 ? [{ heading: 'Payouts', items: paidOut }] : []),
      ]}
      searched="Name, number or reference"
      wanted={wanted}
      reload={reload}
    >
      {!isFound && <p class="soft">{wanted.search.value === '' ? 'No virtual account yet.' : 'Nothing matches.'}</p>}
    </SplitList>
  )
}

interface ItemProps extends Pick<Account, 'status' | 'reference' | 'currency'> {
  readonly amount: number | string
  readonly more: string
}

function MoneyItem({ status, reference, currency, amount, more }: ItemProps) {
  return (
    <>
      <span class="label">
        <StateShape status={status} />
        <b class="cut">{reference}</b>
      </span>
      <span class={`number${status === 'FAILED' ? ' faint' : ''}`}>{formatSum(amount, currency)}</span>
      <span class="split-more soft number cut">{more}</span>
    </>
  )
}
