import { formatSum } from '../parts/format.ts'
import { StateShape } from '../parts/state-badge.tsx'
import { linkTo } from '../state/router.ts'
import type { Account } from './account.ts'

interface AccountListProps {
  readonly accounts: readonly Account[]
  /** The number of the account that is shown. */
  readonly shown: string
}

/** Every virtual account, newest first. */
export function AccountList({ accounts, shown }: AccountListProps) {
  return (
    <section class="bank-list" aria-label="Virtual accounts">
      <ul>
        {accounts.map(({ accountNumber, reference, currency, asked, status, customerName }) => (
          <li key={accountNumber}>
            <a
              class="bank-item"
              href={linkTo('bank', accountNumber)}
              aria-current={accountNumber === shown ? 'true' : undefined}
            >
              <StateShape status={status} />
              <b class="cut">{reference}</b>
              <span class="number">{formatSum(asked, currency)}</span>
              <span class="bank-item-more soft cut">
                {customerName} · <span class="number">{accountNumber}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
