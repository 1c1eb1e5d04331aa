import { isObject } from '../../domain/json.ts'
import { compareShape, isEqual, isNear } from './compare-record.ts'
import type { Stated, Vote } from './fact.ts'

/** Compares the answers to reads that are not about a transaction (D29). */
export function* compareReads(is: string, value: unknown, own: unknown): Generator<Stated> {
  if (is === 'balance') yield* balances(value, own)
  else if (is === 'rates') yield* quotes(value, own)
  else if (is === 'account' && isObject(value) && isObject(own))
    yield* compareShape(value, own, 'account queries', 'D29')
}

function* balances(value: unknown, own: unknown): Generator<Stated> {
  const what = 'balance'
  if (!Array.isArray(value) || !Array.isArray(own)) {
    yield { decision: 'D29', what: 'answer to /balance', isSame: isEqual(value, own), real: value, own }
    return
  }
  const [wallets, ours] = [value.filter(isObject), own.filter(isObject)]
  const [codes, ownCodes] = [wallets, ours].map((list) => list.map(({ currency }) => currency))
  const vote: Vote = { setting: 'currencies', value: codes }
  yield {
    decision: 'D10',
    what: 'currencies of /balance',
    isSame: isEqual(codes, ownCodes),
    real: codes,
    own: ownCodes,
    vote,
  }
  const [first] = wallets
  const [ownFirst] = ours
  if (first && ownFirst) yield* compareShape(first, ownFirst, 'balances', 'D29')
  for (const { currency, balance } of wallets) {
    const wallet = ours.find((one) => one.currency === currency)
    if (wallet)
      yield {
        decision: 'D22',
        what: `${what} in ${String(currency)}`,
        isSame: balance === wallet.balance,
        real: balance,
        own: wallet.balance,
      }
  }
}

function* quotes(value: unknown, own: unknown): Generator<Stated> {
  if (!isObject(value) || !isObject(own)) {
    yield { decision: 'D29', what: 'answer to /rates', isSame: isEqual(value, own), real: value, own }
    return
  }
  yield* compareShape(value, own, 'quotes', 'D29')
  const { rate, source, destination, amount, destinationAmount } = value
  const perSource = Number(destinationAmount) / Number(amount)
  // A rate that is near the inverse says how much of the weaker currency one of the stronger buys.
  const isInverse = Math.abs(Number(rate) * perSource - 1) < 0.02 && perSource < 1
  const form: Vote | null =
    perSource < 0.9 ? { setting: 'rateForm', value: isInverse ? 'as-seen' : 'per-source' } : null
  const isForm = Math.abs(Math.log(Number(rate) / Number(own.rate))) < 1
  const shown = (is: boolean) => Symbol(is ? 'per stronger currency' : 'per source')
  if (form !== null)
    yield {
      decision: 'D29',
      what: 'direction of rates',
      isSame: isForm,
      real: shown(isInverse),
      own: shown(isInverse === isForm),
      vote: form,
    }
  const vote: Vote = {
    setting: 'rate',
    source: String(source),
    destination: String(destination),
    value: isInverse ? 1 / Number(rate) : Number(rate),
  }
  const isRate = isNear(rate, own.rate) || !isForm
  yield {
    decision: 'D29',
    what: `rate of ${source} in ${destination}`,
    isSame: isRate,
    real: rate,
    own: own.rate,
    vote,
  }
}
