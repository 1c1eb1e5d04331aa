import { formatSum } from '../parts/format.ts'
import { SplitList } from '../parts/split-list.tsx'
import { StateShape } from '../parts/state-badge.tsx'
import type { Account } from './account.ts'

interface AccountListProps {
  readonly accounts: readonly Account[]
  /** The number of the account that is shown. */
  readonly shown: string
}

export function AccountList({ accounts, shown }: AccountListProps) {
  return (
    <SplitList
      name="Virtual accounts"
      view="bank"
      shown={shown}
      items={accounts.map(({ accountNumber, reference, currency, asked, status, customerName }) => ({
        id: accountNumber,
        content: (
          <>
            <StateShape status={status} />
            <b class="cut">{reference}</b>
            <span class="number">{formatSum(asked, currency)}</span>
            <span class="bank-item-more soft cut">
              {customerName} · <span class="number">{accountNumber}</span>
            </span>
          </>
        ),
      }))}
    />
  )
}
