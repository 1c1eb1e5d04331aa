import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { formatSum, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { Countdown } from '../parts/when.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { linkTo } from '../state/router.ts'
import { type Account, differenceWords } from './account.ts'
import { TransferForm } from './transfer-form.tsx'
import { Transfers } from './transfers.tsx'

interface AccountPanelProps {
  readonly account: Account
  readonly reload: () => void
}

export function AccountPanel({ account, reload }: AccountPanelProps) {
  return (
    <div class="split-open bank-account stack">
      <h1 class="spoken">Virtual account</h1>
      <AccountCard account={account} />
      <div class="columns">
        <TransferForm account={account} reload={reload} />
        <Transfers id={account.transactionId} currency={account.currency} />
      </div>
      <Expiry account={account} reload={reload} />
    </div>
  )
}

function AccountCard({ account }: { readonly account: Account }) {
  const { bankName, accountName, accountNumber, transactionId, reference, status } = account
  const { currency, asked, received } = account
  // What arrived for a payment that failed is in no wallet.
  const isLost = status === 'FAILED' && received > 0
  const difference = differenceWords(account)
  return (
    <section class="bank-card panel card" aria-label="Account">
      <div class="line">
        <span class="bank-name label grow">
          <Icon name="bank" size={20} /> {bankName}
        </span>
        <StateBadge status={status} />
      </div>
      <div class="bank-number line">
        <span class="number">{accountNumber}</span>
        <CopyButton text={accountNumber} label="Copy the account number" small />
      </div>
      <div class="line">
        <span class="bank-holder grow">
          {accountName}
          <a href={linkTo('transactions', transactionId)}>{reference}</a>
        </span>
        <span class="soft number">
          {isLost ? (
            <span class="faint">{formatSum(received, currency)} not taken</span>
          ) : (
            <b class="sum">{formatSum(received, currency)}</b>
          )}{' '}
          of {formatSum(asked, currency)}
          {difference === '' ? '' : `, ${difference}`}
        </span>
      </div>
      <progress aria-label="Received" value={isLost ? 0 : received} max={asked} />
    </section>
  )
}

function Expiry({ account, reload }: AccountPanelProps) {
  const { expiresAt, status, transactionId: id } = account
  const { client } = useSession()
  if (expiresAt === null || status !== 'INITIATED') return null
  const expire = async () => {
    await act(() => client.call('POST /_sandbox/transactions/{id}/expire', { id }), 'The account expired')
    reload()
  }
  return (
    <p class="timed line">
      <Icon name="time" />
      <span class="bank-expiry">
        It expires at {formatTime(expiresAt)}, <Countdown to={expiresAt} />. To pay late, let it expire first.
      </span>
      <Button onClick={expire}>Let it expire now</Button>
    </p>
  )
}
