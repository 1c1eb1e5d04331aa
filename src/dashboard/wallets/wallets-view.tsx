import type { AnswerOf } from '../../control/routes.ts'
import { formatDay, formatSum, formatTime } from '../parts/format.ts'
import { Shown } from '../parts/states.tsx'
import { useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import './wallets.css'

type Wallet = AnswerOf<'GET /_sandbox/wallets'>[number]

/** The wallets of the business, each with its newest movements; those that moved come first. */
export function WalletsView() {
  const { loaded, reload } = useResource(
    (client) => client.call('GET /_sandbox/wallets', { limit: 20 }),
    (event) => event.kind === 'timeline',
  )
  return (
    <div class="wallets">
      <h1>Wallets</h1>
      <Shown loaded={loaded.value} retry={reload}>
        {(wallets) => (
          <ul class="wallets-list">
            {wallets
              .toSorted((one, other) => other.ledger.length - one.ledger.length)
              .map((wallet) => (
                <li key={wallet.currency} class="card">
                  <OneWallet wallet={wallet} />
                </li>
              ))}
          </ul>
        )}
      </Shown>
    </div>
  )
}

function OneWallet({ wallet: { currency, balance, ledger } }: { readonly wallet: Wallet }) {
  return (
    <>
      <header class="wallets-head">
        <h2>{currency}</h2>
        <strong class="wallets-balance number">{formatSum(balance, currency)}</strong>
      </header>
      {ledger.length === 0 ? (
        <p class="faint">It has not moved.</p>
      ) : (
        <ol>
          {ledger.map(({ at, amount, closing, why, transactionId, reference }, index) => (
            <li key={`${at} ${index}`} class="wallets-entry">
              <span class="faint number mono" title={formatDay(at)}>
                {formatTime(at)}
              </span>
              <span class="wallets-why cut">
                {transactionId === null ? why : <a href={linkTo('transactions', transactionId)}>{reference ?? why}</a>}
                {transactionId !== null && reference !== null && <span class="faint"> {why}</span>}
              </span>
              <strong class={`number ${amount < 0 ? 'wallets-out' : 'wallets-in'}`}>
                {amount < 0 ? '−' : '+'}
                {formatSum(Math.abs(amount), '').trim()}
              </strong>
              <span class="number soft">{formatSum(closing, '').trim()}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
