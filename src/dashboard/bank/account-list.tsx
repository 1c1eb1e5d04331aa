import { formatSum } from '../parts/format.ts'
import { SplitList } from '../parts/split-list.tsx'
import { StateShape } from '../parts/state-badge.tsx'
import type { Account } from './account.ts'

export function AccountList({ accounts, shown }: { readonly accounts: readonly Account[]; readonly shown: string }) {
  return (
    <SplitList
      name="Virtual accounts"
      view="bank"
      shown={shown}
      items={accounts.map(({ accountNumber, reference, currency, asked, status, customerName }) => ({
        id: accountNumber,
        content: (
          <>
            <span class="label">
              <StateShape status={status} />
              <b class="cut">{reference}</b>
            </span>
            <span class="number">{formatSum(asked, currency)}</span>
            <span class="split-more soft number cut">
              {customerName} · {accountNumber}
            </span>
          </>
        ),
      }))}
    />
  )
}
