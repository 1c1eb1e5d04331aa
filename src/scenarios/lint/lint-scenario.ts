import { currencyCodes } from '../../catalogue/currencies.ts'
import { meantInstead } from '../../domain/did-you-mean.ts'
import { otpCurrency } from '../compile/interpret.ts'
import type { PathDiagnostic } from '../files/diagnostic.ts'
import type { WrittenScenario } from '../language/file.ts'
import { flowTitle, tiesOf } from '../language/flow-fit.ts'
import { amountsOf } from '../select/amount-range.ts'
import { compileGlob } from '../select/glob.ts'
import { contradictionsIn } from './contradictions.ts'

/** Returns why a scenario is impossible; paths start at the scenario. */
export function lintScenario(
  written: WrittenScenario,
  results: ReadonlyMap<string, unknown>,
): readonly PathDiagnostic[] {
  return [
    ...unknownResult(written, results),
    ...wrongFlow(written),
    ...wrongCurrency(written),
    ...wrongOtp(written),
    ...wrongAmount(written),
    ...contradictionsIn(written),
    ...wrongExpectation(written),
  ]
}

function unknownResult({ outcome }: WrittenScenario, results: ReadonlyMap<string, unknown>): PathDiagnostic[] {
  if (typeof outcome !== 'object' || results.has(outcome.failed)) return []
  const failures = [...results.keys()].filter((name) => name !== 'approved')
  const message = `{value} is not a result; ${meantInstead(outcome.failed, failures)}`
  return [{ path: ['outcome', 'failed'], on: 'value', message }]
}

function wrongFlow(written: WrittenScenario): PathDiagnostic[] {
  const ties = tiesOf(written)
  const [first] = ties
  const conflicting = ties.filter((tie) => !tie.flows.some((flow) => first?.flows.includes(flow)))
  const wanted = [written.match?.flow ?? []].flat()
  return [
    ...conflicting.map(({ path, what, flows }) => {
      const message = `cannot be: ${what} happens only to ${flows.join(', ')}, but ${first?.what} only to ${first?.flows.join(', ')}`
      return { path, on: 'value' as const, message }
    }),
    ...ties.flatMap(({ path, what, flows }) =>
      wanted
        .filter((flow) => !flows.includes(flow))
        .map((flow) => {
          const message = `${what} cannot happen to ${flowTitle(flow)}, but match.flow is ${flow}; write ${flows.join(', ')} there`
          return { path, on: 'value' as const, message }
        }),
    ),
  ]
}

export function wrongCurrency({ match }: Pick<WrittenScenario, 'match'>): PathDiagnostic[] {
  const written = match?.currency
  return [written ?? []].flat().flatMap((glob, index) => {
    if (currencyCodes.some(compileGlob(glob))) return []
    const path = typeof written === 'string' ? ['match', 'currency'] : ['match', 'currency', index]
    return [{ path, on: 'value', message: `{value} is not a currency; ${meantInstead(glob, currencyCodes)}` }]
  })
}

function wrongOtp({ otp, match }: WrittenScenario): PathDiagnostic[] {
  if (otp === undefined || match?.currency === undefined) return []
  if ([match.currency].flat().some((glob) => compileGlob(glob)(otpCurrency))) return []
  const message = `happens only in ${otpCurrency}, but match.currency is another; write ${otpCurrency} there`
  return [{ path: ['otp'], on: 'key', message }]
}

export function wrongAmount({ match }: Pick<WrittenScenario, 'match'>): PathDiagnostic[] {
  if (match?.amount === undefined) return []
  const [first] = amountsOf({ amount: match.amount })
  const path = ['match', 'amount']
  if (!first) return [{ path, on: 'value', message: 'no amount lies between these bounds; write a lower one first' }]
  const currency = [match.currency ?? '*'].flat()
  // An unknown currency is reported by itself.
  if (amountsOf({ amount: match.amount, currency }).size > 0 || amountsOf({ currency }).size === 0) return []
  return [{ path, on: 'value', message: `no amount of ${currency.join(', ')} is so; write fewer decimal places` }]
}

function wrongExpectation({ expect }: WrittenScenario): readonly PathDiagnostic[] {
  const deliveries = expect?.deliveries
  if (typeof deliveries !== 'object') return []
  if ((deliveries.gte ?? 0) <= (deliveries.lte ?? Number.POSITIVE_INFINITY)) return []
  const message = 'no count lies between these bounds; write the lower one as gte'
  return [{ path: ['expect', 'deliveries'], on: 'value', message }]
}
