import type { ComponentChildren } from 'preact'
import { definitionOf, flowHas } from '../../catalogue/flows.ts'
import { differenceWords } from '../bank/account.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { counted, formatDay, formatSum, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { chosenWords } from '../parts/words.ts'
import { linkTo, linkWithin } from '../state/router.ts'
import type { Transaction } from '../state/transaction.ts'
import { Problems } from './problems.tsx'

export function TransactionHead({ transaction }: { readonly transaction: Transaction }) {
  const { id, flow, status, scenario, customer, hint, transfers } = transaction
  const { page, direction } = definitionOf(flow)
  const failure = status === 'FAILED' ? transaction.message : null
  return (
    <header class="stack">
      <div class="tx-title line">
        <a class="tx-back" href={linkWithin('transactions')} title="Transactions">
          <Icon name="back" size={20} />
          <span class="spoken">Transactions</span>
        </a>
        <h1 class="tx-reference">{transaction.reference_business}</h1>
        <StateBadge status={status} />
        <span class={`sum label number${status === 'FAILED' ? ' faint' : ''}`}>
          <Icon name={direction} size={20} />
          {formatSum(transaction.amount, transaction.currency)}
        </span>
      </div>
      <Problems transaction={transaction} />
      <dl class="tx-facts">
        {typeof failure === 'string' && <Fact name="Why" value={<span class="tone-bad mono">{failure}</span>} />}
        <Fact name="Flow" value={`${page.title}, ${transaction.bankName ?? transaction.network}`} />
        <Fact
          name={direction === 'in' ? 'From' : 'To'}
          value={`${customer.accountName} · ${customer.accountNumber}`}
          to={customerLink(transaction)}
        />
        <Fact
          name="Scenario"
          value={scenario.name}
          more={chosenWords(scenario, hint)}
          to={linkTo('scenarios', scenario.name)}
        />
        <Fact
          name="Fee"
          value={formatSum(transaction.fee, transaction.currency)}
          more={transaction.bear_fee === undefined ? undefined : `${transaction.bear_fee} bears it`}
        />
        {transfers !== null && transfers.received > 0 && (
          <Fact
            name={status === 'FAILED' ? 'Not taken' : 'Received'}
            value={formatSum(transfers.received, transaction.currency)}
            more={differenceWords({ ...transfers, currency: transaction.currency })}
          />
        )}
        <Fact name="Wallet" value="Movements" to={linkTo('wallets', id)} />
        <Fact name="Traffic" value={counted(transaction.deliveries.length, 'webhook')} to={linkTo('traffic', id)} />
        <Fact name="Created" value={formatTime(transaction.created_at)} more={formatDay(transaction.created_at)} />
        <Fact name="Id" value={<code>{id}</code>} more={<CopyButton text={id} label="Copy the id" small />} />
      </dl>
      {hint !== null && scenario.by !== 'match' && <p class="tx-hint soft">{hint}</p>}
    </header>
  )
}

/** The customer's phone, or the account to pay into; undefined for a payout. */
function customerLink({ flow, customer, id }: Transaction): string | undefined {
  if (flowHas(flow, 'prompt')) return linkTo('phones', String(customer.accountNumber))
  return flowHas(flow, 'account') ? linkTo('bank', id) : undefined
}

interface FactProps {
  readonly name: string
  readonly value: ComponentChildren
  readonly more?: ComponentChildren
  readonly to?: string | undefined
}

function Fact(props: FactProps) {
  return (
    <div class="tx-fact">
      <dt>{props.name}</dt>
      <dd>
        {props.to === undefined ? (
          <span class="tx-fact-value">{props.value}</span>
        ) : (
          <a class="tx-fact-value" href={props.to}>
            {props.value}
          </a>
        )}{' '}
        {props.more !== undefined && <span class="faint">{props.more}</span>}
      </dd>
    </div>
  )
}
