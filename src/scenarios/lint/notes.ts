import { interpretRule } from '../compile/interpret.ts'
import type { Diagnostic, PathDiagnostic } from '../files/diagnostic.ts'
import type { ScenarioFile } from '../files/scenario-file.ts'
import type { ReadScenario } from '../language/file.ts'
import type { Match } from '../language/match.ts'
import { intendedFlows, magicNumber, type Scenario } from '../scenario.ts'
import { compileMatch } from '../select/match.ts'

/** Returns notes on what is allowed in a user's files but may surprise; they stop nothing. */
export function notesOn(files: readonly ScenarioFile[], shipped: readonly Scenario[]): readonly Diagnostic[] {
  const names = new Set(files.flatMap(({ read }) => Object.keys(read.scenarios ?? {})))
  const numbers = shipped.filter((scenario) => magicNumber(scenario) !== null && !names.has(scenario.name))
  return files.flatMap((file) =>
    Object.entries(file.read.scenarios ?? {}).flatMap(([name, read]) =>
      [...hidesNumbers(read, numbers), ...completesEarly(read)]
        .map((note) => ({ ...note, path: ['scenarios', name, ...note.path] }))
        .map(file.locate),
    ),
  )
}

/** A match rule that takes precedence over two or more magic numbers. A rule that hides one number is intended. */
function hidesNumbers(read: ReadScenario, numbers: readonly Scenario[]): readonly PathDiagnostic[] {
  const { match, ...possible } = interpretRule(read)
  if (match === null) return []
  const hidden = numbers.filter((shipped) => hides({ match, ...possible }, shipped))
  const [first, second, ...more] = hidden.map((shipped) => magicNumber(shipped)?.replace('*', '').replace('?', 'x'))
  if (first === undefined || second === undefined) return []
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  const message = `overrides the magic numbers ${first}, ${second}${others}; narrow it by accountNumber or reference if you need them`
  return [{ path: ['match'], on: 'key', message }]
}

/** The first of several transfers ends the payment, unless the policy holds it. A written policy is intended. */
function completesEarly({ transfers = [], partialPayments, expires }: ReadScenario): readonly PathDiagnostic[] {
  const [first, second] = transfers
  if (first === undefined || second === undefined || partialPayments !== undefined) return []
  const isLate = expires !== undefined && first.after.minMs >= expires
  if (isLate || !('shareBasisPoints' in first.pay) || first.pay.shareBasisPoints >= wholeSum) return []
  const message =
    'the first transfer is taken for the whole payment, unless the setting partialPayments says otherwise; write partialPayments: hold if the payment waits for the rest'
  return [{ path: ['transfers'], on: 'key', message }]
}

/** 100 %. */
const wholeSum = 10_000

type MatchRule = Pick<Scenario, 'flows' | 'currency'> & { readonly match: Match }

/** A character that no glob contains by chance. */
const odd = '\u0001'

/** True if a rule matches every request with the shipped number in some flow, for the networks and currencies it names. */
function hides(rule: MatchRule, shipped: Scenario): boolean {
  const { network, currency, ...others } = rule.match
  const hasCurrency = [null, shipped.currency, currency?.join()].includes(rule.currency)
  const holds = compileMatch(others)
  const accountNumbers = ['', odd].map((start) => magicNumber(shipped)?.replace('*', start).replace('?', odd) ?? '')
  const requests = accountNumbers.flatMap((accountNumber) =>
    [0, Number.MAX_SAFE_INTEGER].map((amountMinor) => ({ accountNumbers: [accountNumber], amountMinor })),
  )
  const usual = { reference: odd, network: odd, currency: 'GHS', reason: null } as const
  const flows = intendedFlows(shipped).filter((flow) => rule.flows.includes(flow))
  return hasCurrency && flows.some((flow) => requests.every((request) => holds({ ...usual, ...request, flow })))
}
