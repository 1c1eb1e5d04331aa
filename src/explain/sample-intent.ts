import { type CurrencyCode, currencies } from '../catalogue/currencies.ts'
import { definitionOf } from '../catalogue/flows.ts'
import { maxMinor, toMinor } from '../domain/money.ts'
import { type Flow, isMobileMoney } from '../domain/transaction.ts'
import type { Planned } from '../scenarios/plan/open-steps.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { amountsOf } from '../scenarios/select/amount-range.ts'

/** A sample that a user asked for and that cannot be; the message says what to write. */
export class ImpossibleSample extends Error {}

export interface Sample {
  readonly flow?: Flow | undefined
  /** In major units of the currency. */
  readonly amount?: number | undefined
  readonly currency?: CurrencyCode | undefined
}

/**
 * A sample transaction: the usual one, with what is asked of it, in a flow, a currency and of an amount that the scenario's
 * match and transfers need. Throws an `ImpossibleSample` if the scenario cannot happen to it, or nothing can.
 */
export function sampleIntent(scenario: Scenario, asked: Sample = {}): Planned {
  const flow = asked.flow ?? usualFlow(scenario)
  if (asked.flow !== undefined && !scenario.flows.includes(flow)) {
    throw new ImpossibleSample(`${scenario.name} cannot happen to ${flow}; write one of ${scenario.flows.join(', ')}`)
  }
  const currency = currencyOf(scenario, flow, asked.currency)
  const { sample } = definitionOf(flow)
  return {
    flow,
    currency,
    askedMinor: asked.amount === undefined ? neededMinor(scenario, currency) : minorOf(asked.amount, currency),
    network: sample.network,
    customer: {
      accountName: 'The customer',
      accountNumber: isMobileMoney(flow) ? '233241234567' : sample.accountNumber,
    },
  }
}

/** Returns the first flow that fits the scenario and its match, else the first that fits the scenario. */
function usualFlow({ flows: fitting, match }: Scenario): Flow {
  const [flow = 'mobile-money'] = [...(match?.flow ?? []).filter((flow) => fitting.includes(flow)), ...fitting]
  return flow
}

/** Returns the given currency, else the usual one, else the first that the scenario's match allows. */
function currencyOf({ name, match, currency: only }: Scenario, flow: Flow, asked?: CurrencyCode): CurrencyCode {
  const { onlyCurrency, title, sample } = definitionOf(flow)
  const must = onlyCurrency ?? only
  if (asked !== undefined && must !== null && asked !== must) {
    const what = onlyCurrency === undefined ? name : `${title.charAt(0).toUpperCase()}${title.slice(1)}`
    throw new ImpossibleSample(`${what} is always in ${must}, not in ${asked}`)
  }
  const wanted = asked ?? must ?? sample.currency
  const amounts = amountsOf(match ?? {})
  return asked !== undefined || amounts.has(wanted) ? wanted : ([...amounts.keys()][0] ?? wanted)
}

/** Returns the sum of the scenario's fixed transfers, else 100, or the amount nearest to it that the match allows. */
function neededMinor({ match, transfers }: Scenario, currency: CurrencyCode): number {
  const pays = (transfers ?? []).map(({ pay }) => pay)
  const fixed = pays.reduce((sum, pay) => sum + ('amount' in pay ? pay.amount : 0), 0)
  const shares = pays.reduce((sum, pay) => sum + ('amount' in pay ? 0 : pay.shareBasisPoints), 0) / 10_000
  const wanted = fixed > 0 && shares < 1 ? fixed / (1 - shares) : 100
  const { leastMinor = 1, mostMinor = maxMinor } = amountsOf(match ?? {}).get(currency) ?? {}
  return Math.min(Math.max(Math.round(wanted * 10 ** currencies[currency].decimals), leastMinor), mostMinor)
}

/** Converts an amount as a create call does (D12). */
function minorOf(amount: number, currency: CurrencyCode): number {
  const minor = amount > 0 ? toMinor(amount, currency) : null
  if (minor !== null && minor <= maxMinor) return minor
  const { decimals } = currencies[currency]
  throw new ImpossibleSample(
    `${amount} is not an amount of ${currency}: write one above 0 with at most ${decimals} decimal places`,
  )
}
