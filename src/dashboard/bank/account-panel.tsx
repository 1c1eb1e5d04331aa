import type { Client } from '../api/client.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Countdown } from '../parts/countdown.tsx'
import { formatSum, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { act } from '../state/act.ts'
import { linkTo } from '../state/router.ts'
import { type Account, receivedShare } from './account.ts'
import { TransferForm } from './transfer-form.tsx'
import { Transfers } from './transfers.tsx'

interface AccountPanelProps {
  readonly account: Account
  readonly client: Client
  readonly reload: () => void
}

/** One account: where to pay, what has arrived, and the form to pay with. */
export function AccountPanel({ account, client, reload }: AccountPanelProps) {
  return (
    <div class="bank-account">
      <AccountCard account={account} />
      <div class="bank-columns">
        <TransferForm key={account.due} account={account} client={client} reload={reload} />
        <Transfers id={account.transactionId} currency={account.currency} />
      </div>
      <Expiry account={account} client={client} reload={reload} />
    </div>
  )
}

/** The account as a bank's card. */
function AccountCard({ account }: { readonly account: Account }) {
  const { bankName, accountName, accountNumber, transactionId, reference, status } = account
  const { currency, asked, received } = account
  return (
    <section class="bank-card" aria-label="Account">
      <div class="bank-card-head">
        <span class="bank-name">
          <Icon name="bank" size={20} /> {bankName}
        </span>
        <StateBadge status={status} />
      </div>
      <div class="bank-number">
        <span class="number mono">{accountNumber}</span>
        <CopyButton text={accountNumber} label="Copy the account number" small />
      </div>
      <div class="bank-card-foot">
        <span class="bank-holder">
          {accountName}
          <a href={linkTo('transactions', transactionId)}>{reference}</a>
        </span>
        <span class="bank-sums number">
          <b>{formatSum(received, currency)}</b> of {formatSum(asked, currency)}
        </span>
      </div>
      <div class="bank-meter">
        <div class="bank-meter-full" style={{ width: `${receivedShare(account) * 100}%` }} />
      </div>
    </section>
  )
}

/** When the account expires, and the way there: what is paid then is late. */
function Expiry({ account, client, reload }: AccountPanelProps) {
  const { expiresAt, status, transactionId: id } = account
  if (expiresAt === null || status !== 'INITIATED') return null
  const expire = async () => {
    await act(() => client.call('POST /_sandbox/transactions/{id}/expire', { id }), 'The account expired')
    reload()
  }
  return (
    <p class="bank-expiry">
      <Icon name="time" />
      <span>
        It expires at {formatTime(expiresAt)}, <Countdown to={expiresAt} />. To pay late, let it expire first.
      </span>
      <button type="button" onClick={expire}>
        Let it expire now
      </button>
    </p>
  )
}
