import type { Business } from '../../domain/business.ts'
import { localForm } from '../../domain/phone.ts'
import type { Intent } from '../../domain/transaction.ts'
import type { ScenarioChoice, SelectionFacts } from '../../scenarios/select/select.ts'

/** What match rules compare: for mobile money the number's international and local digits, elsewhere as it was sent. */
export function factsOf({ flow, customer, reference, network, currency, reason, askedMinor }: Intent): SelectionFacts {
  const { accountNumber } = customer
  const isMobile = flow === 'mobile-money' || flow === 'mobile-money-payout'
  const accountNumbers = isMobile ? [accountNumber, localForm(accountNumber)] : [accountNumber]
  return { flow, accountNumbers, reference, network, currency, reason, amountMinor: askedMinor }
}

/** The names a request and its business choose a scenario by, besides match rules. */
export function choiceOf(
  { metadata }: Intent,
  header: string | null,
  { defaultScenario, queue }: Business,
): ScenarioChoice {
  const { sandbox } = metadata
  const isObject = typeof sandbox === 'object' && sandbox !== null && !Array.isArray(sandbox)
  const metadataScenario = isObject && 'scenario' in sandbox ? sandbox.scenario : undefined
  return { header, queue, metadataScenario, businessDefault: defaultScenario }
}
