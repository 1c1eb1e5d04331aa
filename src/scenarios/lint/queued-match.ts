import type { JsonObject } from '../../domain/json.ts'
import { filled } from '../../text.ts'
import { formDiagnostics } from '../files/check-form.ts'
import type { PathDiagnostic } from '../files/diagnostic.ts'
import { flowTitle } from '../language/flow-fit.ts'
import { type Match, matchSchema, type WrittenMatch } from '../language/match.ts'
import { valueAt } from '../language/path.ts'
import type { Scenario } from '../scenario.ts'
import { compileGlob } from '../select/glob.ts'
import { wrongAmount, wrongCurrency } from './lint-scenario.ts'

/** Returns why a scenario queued with this match would wait forever, a sentence for each reason; without one, what is wrong with its form. */
export function queuedMatchProblems(match: JsonObject, scenario: Scenario | null): readonly string[] {
  const judged = matchSchema.safeParse(match)
  const found = judged.success
    ? scenario === null
      ? []
      : neverMet(judged.data, match, scenario)
    : formDiagnostics(judged.error.issues, ['match'])
  return found.map(({ path, message }) => {
    const value = JSON.stringify(valueAt({ match }, path)) ?? 'nothing'
    return `${path.join('.')}: ${filled(message, { value })}`
  })
}

function neverMet(match: Match, written: WrittenMatch, { name, flows, currency }: Scenario): readonly PathDiagnostic[] {
  const { flow: wanted, currency: globs } = match
  const found: PathDiagnostic[] = [...wrongCurrency({ match }, written), ...wrongAmount({ match })]
  const isReported = found.some(({ path }) => path[1] === 'currency')
  if (wanted && !wanted.some((flow) => flows.includes(flow))) {
    const message = `${name} cannot happen to ${wanted.map(flowTitle).join(' or ')}; write ${flows.join(' or ')}`
    found.unshift({ path: ['match', 'flow'], on: 'value', message })
  }
  if (currency !== null && globs && !isReported && !globs.some((glob) => compileGlob(glob)(currency))) {
    const message = `${name} happens only in ${currency}; write ${currency}`
    found.push({ path: ['match', 'currency'], on: 'value', message })
  }
  return found
}
