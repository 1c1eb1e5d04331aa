import { isCurrencyCode } from '../../catalogue/currencies.ts'
import { isObject } from '../../domain/json.ts'
import { compareShape } from './fields/body-shape.ts'
import { isNearRate } from './fields/field-forms.ts'
import type { Observation } from './observation.ts'

/** Compares the answers to reads that are not about a transaction (D29). */
export function* compareReads(is: string, recorded: unknown, own: unknown): Generator<Observation> {
  const path = ({ balance: '/balance', rates: '/rates', account: '/accountquery' } as const)[is]
  if (path === undefined || recorded === undefined) return
  if (is === 'balance' && Array.isArray(recorded) && Array.isArray(own)) yield* compareBalances(recorded, own)
  else if (isObject(recorded) && isObject(own)) {
    yield* compareShape(recorded, own, `answers to ${path}`, 'D29')
    if (is === 'rates') yield* compareRates(recorded, own)
  } else yield { decision: 'D29', what: `answer to ${path}`, recorded, own }
}

function* compareBalances(recorded: readonly unknown[], own: readonly unknown[]): Generator<Observation> {
  const [wallets, ours] = [recorded.filter(isObject), own.filter(isObject)]
  const [codes, ownCodes] = [wallets, ours].map((list) => list.map(({ currency }) => currency))
  yield { decision: 'D10', what: 'currencies of /balance', recorded: codes, own: ownCodes }
  for (const code of new Set([...(codes ?? []), ...(ownCodes ?? [])].filter(isCurrencyCode))) {
    const names = { setting: 'currencies', part: code, value: codes?.includes(code) } as const
    yield { decision: 'D10', what: '', recorded: null, own: null, isSame: null, names }
  }
  const [first] = wallets
  const [ownFirst] = ours
  if (first && ownFirst) yield* compareShape(first, ownFirst, 'balances', 'D29')
  for (const { currency, balance } of wallets) {
    const wallet = ours.find((one) => one.currency === currency)
    if (wallet)
      yield { decision: 'D22', what: `balance in ${String(currency)}`, recorded: balance, own: wallet.balance }
  }
}

type Quote = Readonly<Record<string, unknown>>

function* compareRates(recorded: Quote, own: Quote): Generator<Observation> {
  const { source, destination, rate, amount, destinationAmount } = recorded
  const says = {
    setting: 'rates',
    value: `${source} to ${destination}: rate ${rate}, ${amount} becomes ${destinationAmount}`,
  }
  const isSame = isNearRate(rate, own.rate)
  yield { decision: 'D29', what: `rate of ${source} in ${destination}`, recorded: rate, own: own.rate, isSame, says }
}
