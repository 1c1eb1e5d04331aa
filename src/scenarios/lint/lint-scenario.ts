import { currencyCodes } from '../../catalogue/currencies.ts'
import { meantInstead } from '../../domain/did-you-mean.ts'
import { otpCurrency } from '../compile/otp-defaults.ts'
import type { Finding } from '../files/findings.ts'
import type { Draft } from '../files/partial-scenario.ts'
import type { WrittenScenario } from '../language/file.ts'
import { flowTitles, tiesOf } from '../language/flow-fit.ts'
import { compileGlob } from '../select/glob.ts'
import { contradictionsIn } from './contradictions.ts'
import type { KnownNames } from './known-names.ts'
import { amountsOf } from './match-scope.ts'

/** What makes a scenario a story that cannot be, as far as its form is right; paths start at the scenario. */
export function lintScenario(draft: Draft, results: KnownNames): readonly Finding[] {
  return [...nameFindings(draft, results), ...contradictionsIn(draft), ...expectFindings(draft.written)]
}

/** What of that does not rest on keys that are left out: unknown names, results and flows that do not go together. */
export function nameFindings(draft: Draft, results: KnownNames): readonly Finding[] {
  const { written } = draft
  return [
    ...resultFindings(written, results),
    ...flowFindings(draft),
    ...currencyFindings(written),
    ...otpFindings(written),
    ...amountFindings(written),
  ]
}

function resultFindings({ outcome }: WrittenScenario, { names, isUnknown }: KnownNames): Finding[] {
  if (typeof outcome !== 'object' || !isUnknown(outcome.failed)) return []
  const failures = names.filter((name) => name !== 'approved')
  const message = `{value} is not a result; ${meantInstead(outcome.failed, failures)}`
  return [{ path: ['outcome', 'failed'], on: 'value', message }]
}

function flowFindings({ written, sketch }: Draft): Finding[] {
  const ties = tiesOf(sketch)
  const [first] = ties
  const torn = ties.filter((tie) => !tie.flows.some((flow) => first?.flows.includes(flow)))
  const wanted = [written.match?.flow ?? []].flat()
  return [
    ...torn.map(({ path, what, flows }) => {
      const message = `cannot be: ${what} happens only to ${flows.join(', ')}, but ${first?.what} only to ${first?.flows.join(', ')}`
      return { path, on: 'value' as const, message }
    }),
    ...ties.flatMap(({ path, what, flows }) =>
      wanted
        .filter((flow) => !flows.includes(flow))
        .map((flow) => {
          const message = `${what} cannot happen to ${flowTitles[flow]}, but match.flow is ${flow}; write ${flows.join(', ')} there`
          return { path, on: 'value' as const, message }
        }),
    ),
  ]
}

/** Patterns of a match that fit no currency. */
export function currencyFindings({ match }: Pick<WrittenScenario, 'match'>): Finding[] {
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

/** Bounds of a match with no amount between them. */
export function amountFindings({ match }: Pick<WrittenScenario, 'match'>): Finding[] {
  if (match?.amount === undefined) return []
  const [first] = amountsOf({ amount: match.amount })
  const path = ['match', 'amount']
  if (!first) return [{ path, on: 'value', message: 'no amount lies between these bounds; write a lower one first' }]
  const currency = [match.currency ?? '*'].flat()
  // An unknown currency is told by itself.
  if (amountsOf({ amount: match.amount, currency }).size > 0 || amountsOf({ currency }).size === 0) return []
  return [{ path, on: 'value', message: `no amount of ${currency.join(', ')} is so; write fewer decimal places` }]
}

/** Expectations that nothing meets, whatever the story is; JSON Schema cannot compare numbers. */
function expectFindings({ expect }: WrittenScenario): readonly Finding[] {
  const deliveries = expect?.deliveries
  if (typeof deliveries !== 'object') return []
  if ((deliveries.gte ?? 0) <= (deliveries.lte ?? Number.POSITIVE_INFINITY)) return []
  const message = 'no count lies between these bounds; write the lower one as gte'
  return [{ path: ['expect', 'deliveries'], on: 'value', message }]
}
