import { useRef } from 'preact/hooks'
import { Empty, Shown } from '../parts/states.tsx'
import { useAnswer } from '../state/resource.ts'
import { type Account, changesAccounts, shownAccount } from './account.ts'
import { AccountList } from './account-list.tsx'
import { AccountPanel } from './account-panel.tsx'
import './bank.css'

const mostAccounts = 50

export function BankView({ argument }: { readonly argument: string | null }) {
  const { loaded, reload } = useAnswer(changesAccounts, 'GET /_sandbox/virtual-accounts', { limit: mostAccounts })
  const before = useRef<string | null>(null)
  return (
    <div class="split">
      <h1 class="spoken">Bank</h1>
      <Shown loaded={loaded.value} retry={reload}>
        {({ data }: { readonly data: readonly Account[] }) => {
          const account = shownAccount(argument, before.current, data)
          before.current = account?.accountNumber ?? null
          if (account === null)
            return (
              <Empty icon="bank" title="No virtual account yet">
                <p>
                  A call to <code>POST /collections/virtual-account</code> opens one. Here you pay into it as the
                  customer.
                </p>
              </Empty>
            )
          return (
            <>
              <AccountList accounts={data} shown={account.accountNumber} />
              <AccountPanel key={account.accountNumber} account={account} reload={reload} />
            </>
          )
        }}
      </Shown>
    </div>
  )
}
