import { formatSum } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { SplitList } from '../parts/split-list.tsx'
import { StateShape } from '../parts/state-badge.tsx'
import { linkTo } from '../state/router.ts'
import { type Account, mostAccounts } from './account.ts'

interface ListProps {
  readonly accounts: readonly Account[]
  /** The number of an account; null for the wallets. */
  readonly shown: string | null
}

/** The wallets of the business, and the accounts that its customers pay into. */
export function AccountList({ accounts, shown }: ListProps) {
  const wallets = {
    id: 'wallets',
    to: linkTo('wallets'),
    content: (
      <span class="label">
        <Icon name="wallets" /> Wallets
      </span>
    ),
  }
  const items = accounts.map((account) => {
    const { accountNumber, reference, currency, asked, received, status, customerName } = account
    const isPaid = status === 'COMPLETED'
    return {
      id: accountNumber,
      content: (
        <>
          <span class="label">
            <StateShape status={status} />
            <b class="cut">{reference}</b>
          </span>
          <span class={`number${status === 'FAILED' ? ' faint' : ''}`}>
            {formatSum(isPaid ? received : asked, currency)}
          </span>
          <span class="split-more soft number cut">
            {customerName} · {accountNumber}
          </span>
        </>
      ),
    }
  })
  return (
    <SplitList name="Wallets and virtual accounts" view="bank" shown={shown ?? wallets.id} items={[wallets, ...items]}>
      {accounts.length === 0 && <p class="soft">No virtual account yet.</p>}
      {accounts.length === mostAccounts && <p class="soft">The newest {mostAccounts} accounts.</p>}
    </SplitList>
  )
}
