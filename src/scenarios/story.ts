import { currencyCodes } from '../catalogue/currencies.ts'
import { meantInstead } from '../domain/nearest.ts'
import { contradictionsIn } from './contradictions.ts'
import { expectFindings } from './expect-findings.ts'
import type { Finding } from './findings.ts'
import { flowTitles, tiesOf } from './flow-fit.ts'
import { compileGlob } from './glob.ts'
import { otpCurrency } from './otp-story.ts'
import { amountsOf } from './reach.ts'
import type { WrittenScenario } from './schema.ts'

/** What makes a scenario of the right form a story that cannot be; paths start at the scenario. */
export function storyFindings(written: WrittenScenario, resultNames: readonly string[] | null): readonly Finding[] {
  return [...nameFindings(written, resultNames), ...contradictionsIn(written), ...expectFindings(written)]
}

/**
 * What of that can be said of each key alone: names that do not exist, results and flows that do not go together.
 * `resultNames` is null when nobody knows them all.
 */
export function nameFindings(written: WrittenScenario, resultNames: readonly string[] | null): readonly Finding[] {
  return [
    ...resultFindings(written, resultNames),
    ...flowFindings(written),
    ...currencyFindings(written),
    ...otpFindings(written),
    ...amountFindings(written),
  ]
}

function resultFindings({ outcome }: WrittenScenario, resultNames: readonly string[] | null): Finding[] {
  if (typeof outcome !== 'object') return []
  if (resultNames === null || resultNames.includes(outcome.failed)) return []
  const failures = resultNames.filter((name) => name !== 'approved')
  const message = `{value} is not a result; ${meantInstead(outcome.failed, failures)}`
  return [{ path: ['outcome', 'failed'], on: 'value', message }]
}

function flowFindings(written: WrittenScenario): Finding[] {
  const [first, ...others] = tiesOf(written)
  if (!first) return []
  const torn = others.find((tie) => !tie.flows.some((flow) => first.flows.includes(flow)))
  if (torn) {
    const message = `cannot be: ${torn.what} happens only to ${torn.flows.join(', ')}, but ${first.what} only to ${first.flows.join(', ')}`
    return [{ path: torn.path, on: 'value', message }]
  }
  return [written.match?.flow ?? []].flat().flatMap((flow) => {
    if (first.flows.includes(flow)) return []
    const message = `${first.what} cannot happen to ${flowTitles[flow]}, but match.flow is ${flow}; write ${first.flows.join(', ')} there`
    return [{ path: first.path, on: 'value', message }]
  })
}

function currencyFindings({ match }: WrittenScenario): Finding[] {
  const written = match?.currency
  return [written ?? []].flat().flatMap((glob, index) => {
    if (currencyCodes.some(compileGlob(glob))) return []
    const path = typeof written === 'string' ? ['match', 'currency'] : ['match', 'currency', index]
    return [{ path, on: 'value', message: `{value} is not a currency; ${meantInstead(glob, currencyCodes)}` }]
  })
}

/** The OTP flow is for one currency only. */
function otpFindings({ otp, match }: WrittenScenario): Finding[] {
  if (otp === undefined || match?.currency === undefined) return []
  if ([match.currency].flat().some((glob) => compileGlob(glob)(otpCurrency))) return []
  const message = `happens only in ${otpCurrency}, but match.currency is another; write ${otpCurrency} there`
  return [{ path: ['otp'], on: 'key', message }]
}

function amountFindings({ match }: WrittenScenario): Finding[] {
  if (match?.amount === undefined) return []
  const [first] = amountsOf({ amount: match.amount })
  const path = ['match', 'amount']
  if (!first) return [{ path, on: 'value', message: 'no amount lies between these bounds; write a lower one first' }]
  const currency = [match.currency ?? '*'].flat()
  // An unknown currency is told by itself.
  if (amountsOf({ amount: match.amount, currency }).size > 0 || amountsOf({ currency }).size === 0) return []
  return [{ path, on: 'value', message: `no amount of ${currency.join(', ')} is so; write fewer decimal places` }]
}
