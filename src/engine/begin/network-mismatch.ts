import { networkFits } from '../../catalogue/networks.ts'
import { localForm } from '../../domain/phone.ts'
import type { Plan } from '../../domain/plan.ts'
import { builtInResult } from '../../domain/result.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Intent } from '../../domain/transaction.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import type { Selection } from '../../scenarios/select/select.ts'

/**
 * The story of a collection whose number is of another network than the one named: it fails (D32). A scenario that
 * somebody chose goes before that, and so does one whose answer already says COMPLETED.
 */
export function withNetworkMismatch(
  { scenario, by }: Selection,
  intent: Intent,
  { networkMismatch }: Settings,
): Scenario {
  const isDefault = by === 'business' || by === 'file'
  if (networkMismatch !== 'fail' || !isDefault || scenario.reply.status === 'COMPLETED') return scenario
  return isOfAnotherNetwork(intent) ? failing(scenario) : scenario
}

/** Why a collection that nobody chose a story for fails: its number is of another network; null where it is not that. */
export function whyMismatched(intent: Intent, { by, steps }: Pick<Plan, 'by' | 'steps'>): string | null {
  if ((by !== 'business' && by !== 'file') || !isOfAnotherNetwork(intent)) return null
  if (!steps.some(({ act }) => act.act === 'settle' && act.result.name === mismatch)) return null
  const number = localForm(intent.customer.accountNumber)
  return `${number} is no number of the network ${intent.network}, so the collection fails: see the setting networkMismatch`
}

/** True for a mobile money collection whose number the table gives to another network (D32). */
export function isOfAnotherNetwork({ flow, network, customer }: Intent): boolean {
  return flow === 'mobile-money' && networkFits(network, customer.accountNumber) === false
}

const mismatch = 'invalid_customer_account'

function failing(scenario: Scenario): Scenario {
  return { ...scenario, outcome: { kind: 'failed', result: builtInResult(mismatch) } }
}
