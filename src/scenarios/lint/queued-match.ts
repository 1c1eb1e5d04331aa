import type { z } from 'zod'
import type { JsonObject } from '../../domain/json.ts'
import { type Finding, findingsOf } from '../files/findings.ts'
import { flowTitles } from '../language/flow-fit.ts'
import { jsonMatchSchema } from '../language/match.ts'
import type { Path } from '../language/path.ts'
import type { Scenario } from '../scenario.ts'
import { compileGlob } from '../select/glob.ts'
import { amountFindings, currencyFindings } from './lint-scenario.ts'

/** Why a scenario queued with this match would wait for ever, one sentence for each reason; none when it need not. */
export function queuedMatchProblems(match: JsonObject, scenario: Scenario): readonly string[] {
  const judged = jsonMatchSchema.safeParse(match)
  const findings = judged.success ? unmetFindings(judged.data, scenario) : findingsOf(judged.error.issues, ['match'])
  return findings.map(({ path, message }) => {
    const value = JSON.stringify(valueAt({ match }, path)) ?? 'nothing'
    return `${path.join('.')}: ${message.replaceAll('{value}', () => value)}`
  })
}

function unmetFindings(
  match: z.output<typeof jsonMatchSchema>,
  { name, flows, currency }: Scenario,
): readonly Finding[] {
  const wanted = [match.flow ?? []].flat()
  const globs = [match.currency ?? []].flat()
  const findings: Finding[] = [...currencyFindings({ match }), ...amountFindings({ match })]
  const isTold = findings.some(({ path }) => path[1] === 'currency')
  if (wanted.length > 0 && !wanted.some((flow) => flows.includes(flow))) {
    const message = `${name} cannot happen to ${wanted.map((flow) => flowTitles[flow]).join(' or ')}; write ${flows.join(' or ')}`
    findings.unshift({ path: ['match', 'flow'], on: 'value', message })
  }
  if (currency !== null && globs.length > 0 && !isTold && !globs.some((glob) => compileGlob(glob)(currency))) {
    const message = `${name} happens only in ${currency}; write ${currency}`
    findings.push({ path: ['match', 'currency'], on: 'value', message })
  }
  return findings
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    root,
  )
}
