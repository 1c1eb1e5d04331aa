import { useRef } from 'preact/hooks'
import type { Client } from '../api/client.ts'
import { Shown } from '../parts/states.tsx'
import { useResource } from '../state/resource.ts'
import { route } from '../state/router.ts'
import { loadWanted, useWanted, type Wanted } from '../state/wanted.ts'
import { Wallets } from '../wallets/wallets.tsx'
import { changesAccounts, isAccount, type Money, shownAccount } from './account.ts'
import { AccountList } from './account-list.tsx'
import { AccountPanel } from './account-panel.tsx'
import './bank.css'

async function loadMoney({ call }: Client, wanted: Wanted, named: string | null): Promise<Money> {
  const payoutsOf = (flow: 'bank-payout' | 'mobile-money-payout') =>
    loadWanted(wanted, (at) => call('GET /_sandbox/transactions', { ...at, flow }))
  const [accounts, ofBanks, ofPhones] = await Promise.all([
    loadWanted(wanted, (at) => call('GET /_sandbox/virtual-accounts', at)),
    payoutsOf('bank-payout'),
    payoutsOf('mobile-money-payout'),
  ])
  const payouts = [...ofBanks, ...ofPhones].toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
  if (named === null || accounts.some(isAccount(named))) return { accounts, payouts, older: [] }
  const { data } = await call('GET /_sandbox/virtual-accounts', { search: named, limit: 1 })
  return { accounts, payouts, older: data }
}

/** The merchant's wallets, the customers' side of virtual accounts, and payouts. */
export function BankView({ argument }: { readonly argument: string | null }) {
  const wanted = useWanted()
  const before = useRef<string | null>(null)
  const ofWallets = route.value.view === 'wallets'
  const named = ofWallets ? null : argument
  const { loaded, reload } = useResource(
    (client) => loadMoney(client, wanted, named ?? before.current),
    changesAccounts,
    [named],
  )
  return (
    <div class="split">
      <Shown loaded={loaded.value} retry={reload}>
        {({ accounts, payouts, older }: Money) => {
          const account = ofWallets ? null : shownAccount(named, before.current, [...accounts, ...older])
          before.current = account?.accountNumber ?? before.current
          return (
            <>
              <AccountList
                accounts={accounts}
                payouts={payouts}
                shown={account?.accountNumber ?? null}
                wanted={wanted}
                reload={reload}
              />
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
