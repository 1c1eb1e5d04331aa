import { useRef } from 'preact/hooks'
import { Shown } from '../parts/states.tsx'
import { useAnswer } from '../state/resource.ts'
import { route } from '../state/router.ts'
import { Wallets } from '../wallets/wallets.tsx'
import { type Account, changesAccounts, mostAccounts, shownAccount } from './account.ts'
import { AccountList } from './account-list.tsx'
import { AccountPanel } from './account-panel.tsx'
import './bank.css'

/** The merchant's wallets and the customers' side of virtual accounts. */
export function BankView({ argument }: { readonly argument: string | null }) {
  const { loaded, reload } = useAnswer(changesAccounts, 'GET /_sandbox/virtual-accounts', { limit: mostAccounts })
  const before = useRef<string | null>(null)
  return (
    <div class="split">
      <Shown loaded={loaded.value} retry={reload}>
        {({ data }: { readonly data: readonly Account[] }) => {
          const account = route.value.view === 'wallets' ? null : shownAccount(argument, before.current, data)
          before.current = account?.accountNumber ?? before.current
          return (
            <>
              <AccountList accounts={data} shown={account?.accountNumber ?? null} />
              {account === null ? (
                <Wallets id={argument} />
              ) : (
                <AccountPanel key={account.accountNumber} account={account} reload={reload} />
              )}
            </>
          )
        }}
      </Shown>
    </div>
  )
}
