import { currencyCodes } from '../../catalogue/currencies.ts'
import { meantInstead } from '../../domain/did-you-mean.ts'
import type { DeclaredScenario } from '../compile/interpret.ts'
import type { PathDiagnostic } from '../files/diagnostic.ts'
import type { ReadScenario } from '../language/file.ts'
import { flowTitle, tiesOf } from '../language/flow-fit.ts'
import type { WrittenMatch } from '../language/match.ts'
import { otpCurrency } from '../language/otp.ts'
import { amountsOf } from '../select/amount-range.ts'
import { compileGlob } from '../select/glob.ts'
import { contradictionsIn } from './contradictions.ts'

/** The names of all results; null if they are not all known. */
type KnownResults = Pick<ReadonlySet<string>, 'has' | 'keys'> | null

/** Returns why a scenario is impossible; paths start at the scenario. */
export function lintScenario(
  { written, read }: Pick<DeclaredScenario, 'written' | 'read'>,
  results: KnownResults,
): readonly PathDiagnostic[] {
  return [
    ...unknownResult(read, results),
    ...wrongFlow(read),
    ...wrongCurrency(read, written.match),
    ...wrongOtp(read),
    ...wrongAmount(read),
    ...contradictionsIn(read),
    ...wrongExpectation(read),
  ]
}

function unknownResult({ outcome }: ReadScenario, results: KnownResults): PathDiagnostic[] {
  if (typeof outcome !== 'object' || results === null || results.has(outcome.failed)) return []
  const failures = [...results.keys()].filter((name) => name !== 'approved')
  const message = `{value} is not a result; ${meantInstead(outcome.failed, failures)}`
  return [{ path: ['outcome', 'failed'], on: 'value', message }]
}

function wrongFlow(read: ReadScenario): PathDiagnostic[] {
  const ties = tiesOf(read)
  const [first] = ties
  const conflicting = ties.filter((tie) => !tie.flows.some((flow) => first?.flows.includes(flow)))
  const wanted = read.match?.flow ?? []
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

/** In what is written as a list the path leads to its item. */
export function wrongCurrency(
  { match }: Pick<ReadScenario, 'match'>,
  written: WrittenMatch | undefined,
): PathDiagnostic[] {
  return (match?.currency ?? []).flatMap((glob, index) => {
    if (currencyCodes.some(compileGlob(glob))) return []
    const path = ['match', 'currency', ...(Array.isArray(written?.currency) ? [index] : [])]
    return [{ path, on: 'value', message: `{value} is not a currency; ${meantInstead(glob, currencyCodes)}` }]
  })
}

function wrongOtp({ otp, match }: ReadScenario): PathDiagnostic[] {
  if (otp === undefined || match?.currency === undefined) return []
  if (match.currency.some((glob) => compileGlob(glob)(otpCurrency))) return []
  const message = `happens only in ${otpCurrency}, but match.currency is another; write ${otpCurrency} there`
  return [{ path: ['otp'], on: 'key', message }]
}

export function wrongAmount({ match }: Pick<ReadScenario, 'match'>): PathDiagnostic[] {
  if (match?.amount === undefined) return []
  const [first] = amountsOf({ amount: match.amount })
  const path = ['match', 'amount']
  if (!first) return [{ path, on: 'value', message: 'no amount lies between these bounds; write a lower one first' }]
  const { currency = ['*'] } = match
  // An unknown currency has its own diagnostic.
  if (amountsOf({ amount: match.amount, currency }).size > 0 || amountsOf({ currency }).size === 0) return []
  return [{ path, on: 'value', message: `no amount of ${currency.join(', ')} is so; write fewer decimal places` }]
}

function wrongExpectation({ expect }: ReadScenario): readonly PathDiagnostic[] {
  const deliveries = expect?.deliveries
  if (typeof deliveries !== 'object') return []
  if ((deliveries.gte ?? 0) <= (deliveries.lte ?? Number.POSITIVE_INFINITY)) return []
  const message = 'no count lies between these bounds; write the lower one as gte'
  return [{ path: ['expect', 'deliveries'], on: 'value', message }]
}
