import { CopyButton } from '../parts/copy-button.tsx'
import { formatDay, formatSum, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { flowWords, selectorWords } from '../parts/words.ts'
import { linkTo } from '../state/router.ts'
import type { Transaction } from '../state/transaction.ts'

/** Reference, state, sum and the facts that do not change. */
export function TransactionHead({ transaction }: { readonly transaction: Transaction }) {
  const { id, flow, status, scenario, customer, hint } = transaction
  const { title, direction } = flowWords[flow]
  const failure = status === 'FAILED' ? transaction.message : null
  return (
    <header class="stack">
      <a class="tx-back line" href={linkTo('transactions')}>
        <Icon name="back" /> Transactions
      </a>
      <div class="tx-title line">
        <h1 class="tx-reference">{transaction.reference_business}</h1>
        <StateBadge status={status} />
        {failure !== null && failure !== undefined && <span class="tone-bad mono">{String(failure)}</span>}
        <span class="tx-sum label number">
          <Icon name={direction} size={20} />
          {formatSum(transaction.amount, transaction.currency)}
        </span>
      </div>
      <dl class="tx-facts">
        <Fact name="Flow" value={`${title}, ${transaction.bankName ?? transaction.network}`} />
        <Fact name={direction === 'in' ? 'From' : 'To'} value={`${customer.accountName} · ${customer.accountNumber}`} />
        <Fact name="Scenario" value={scenario.name} more={selectorWords[scenario.by]} />
        <Fact
          name="Fee"
          value={formatSum(transaction.fee, transaction.currency)}
          more={`${transaction.bear_fee} bears it`}
        />
        <Fact name="Created" value={formatTime(transaction.created_at)} more={formatDay(transaction.created_at)} />
        <div class="tx-fact tx-fact-id">
          <dt>Id</dt>
          <dd class="mono">
            <span class="cut">{id}</span>
            <CopyButton text={id} label="Copy the id" small />
          </dd>
        </div>
      </dl>
      {hint !== null && <p class="tx-hint soft">{hint}</p>}
    </header>
  )
}

function Fact(props: { readonly name: string; readonly value: string; readonly more?: string }) {
  return (
    <div class="tx-fact">
      <dt>{props.name}</dt>
      <dd>
        <span class="tx-fact-value">{props.value}</span>{' '}
        {props.more !== undefined && <span class="faint">{props.more}</span>}
      </dd>
    </div>
  )
}
