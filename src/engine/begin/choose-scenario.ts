import { codesOf, isKnownNetwork } from '../../catalogue/networks.ts'
import type { Business } from '../../domain/business.ts'
import { deriveFraction, type Origin } from '../../domain/derived-ids.ts'
import { foreignCountryOf, localForm } from '../../domain/phone.ts'
import type { Plan } from '../../domain/plan.ts'
import { Rejection } from '../../domain/rejection.ts'
import { builtInResult } from '../../domain/result.ts'
import type { Settings } from '../../domain/settings.ts'
import { type Intent, isMobileMoney, isPayout, otherNetwork } from '../../domain/transaction.ts'
import { plainByHand } from '../../scenarios/compile/fallback-scenarios.ts'
import { networkSendsOtp } from '../../scenarios/plan/open-steps.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import {
  type CompiledScenarios,
  passedOver,
  type ScenarioChoice,
  type Selection,
  type SelectionFacts,
  select,
} from '../../scenarios/select/select.ts'
import type { Store } from '../../store/store.ts'

/** What a scenario is chosen for. */
interface Choosing {
  readonly intent: Intent
  /** The header x-sandbox-scenario. */
  readonly header: string | null
  readonly business: Business
  readonly origin: Origin
}

/** What was selected, and the scenario that the transaction gets. */
export interface Chosen {
  readonly selection: Selection
  readonly scenario: Scenario
  /** What helps the developer (D5): queued scenarios that wait for another call. */
  readonly hints: readonly string[]
}

/** Selects a scenario and changes it as the settings of the business say; a `Rejection` where none can be chosen. */
export function chooseScenario(
  scenarios: CompiledScenarios,
  { intent, header, business, origin }: Choosing,
): Chosen | Rejection {
  const facts = factsOf(intent)
  const selection = select(scenarios, facts, choiceOf(intent, header, business))
  if (selection instanceof Rejection) return selection
  const hints = passedOver(scenarios, facts, business.queue, selection)
  return { selection, scenario: underSettings(selection, intent, business.settings, origin), hints }
}

/** What match rules compare: for mobile money the number's international and local digits, elsewhere as it was sent. */
export function factsOf({ flow, customer, reference, network, currency, reason, askedMinor }: Intent): SelectionFacts {
  const { accountNumber } = customer
  const accountNumbers = isMobileMoney(flow) ? [accountNumber, localForm(accountNumber)] : [accountNumber]
  const named = reason === '' ? null : reason // no pattern is meant for a payout that names none
  return { flow, accountNumbers, reference, network, currency, reason: named, amountMinor: askedMinor }
}

/** How a payment fails whose number is of another network (D32). */
const networkMismatch = 'invalid_customer_account'

/** The names a request and its business choose a scenario by, besides match rules. */
function choiceOf({ metadata }: Intent, header: string | null, { defaultScenario, queue }: Business): ScenarioChoice {
  const { sandbox } = metadata
  const isObject = typeof sandbox === 'object' && sandbox !== null && !Array.isArray(sandbox)
  const metadataScenario = isObject && 'scenario' in sandbox ? sandbox.scenario : undefined
  return { header, queue, metadataScenario, businessDefault: defaultScenario }
}

/** The selected scenario as the settings of the business change it. */
function underSettings(selection: Selection, intent: Intent, settings: Settings, origin: Origin): Scenario {
  const { scenario } = selection
  const inMode = inManualMode(selection, settings)
  // What fails by itself waits for nobody, so it keeps its own name.
  const fitting = failsByNetwork(selection, inMode, intent, settings)
    ? { ...inMode, name: scenario.name, outcome: { kind: 'failed', result: builtInResult(networkMismatch) } as const }
    : inMode
  return settings.variance === null ? fitting : withReplyVariance(fitting, intent, settings, origin)
}

/** In manual mode a scenario that nobody chose gives way to one that waits for somebody to act. */
function inManualMode({ scenario, by }: Selection, { mode }: Settings): Scenario {
  return mode === 'manual' && isDefault(by) ? plainByHand : scenario
}

/**
 * True for a payment whose number is of another network than the one named (D32). A scenario that somebody chose goes
 * before that, and so does one whose answer already says COMPLETED.
 */
function failsByNetwork({ by }: Selection, { reply }: Scenario, intent: Intent, settings: Settings): boolean {
  const mayFail = settings.networkMismatch === 'fail' && isDefault(by) && reply.status !== 'COMPLETED'
  return mayFail && otherNetwork(intent) !== null
}

/** True for the last two steps of the selection, which nobody asked for in the request. */
function isDefault(by: Selection['by']): boolean {
  return by === 'business' || by === 'file'
}

/**
 * Under the setting `variance`, a mobile money collection may be answered as PENDING or, when it is approved, as COMPLETED:
 * the specification leaves it to how fast the customer is (spec 3, note 1).
 */
function withReplyVariance(
  scenario: Scenario,
  intent: Intent,
  settings: Settings,
  { key, reference }: Origin,
): Scenario {
  const { variance } = settings
  const mayVary = intent.flow === 'mobile-money' && scenario.reply.status === 'INITIATED'
  const mayWait = scenario.otp !== null || networkSendsOtp(intent, settings)
  if (variance === null || !mayVary || mayWait) return scenario
  const replies = scenario.outcome.kind === 'approved' ? approvedReplies : openReplies
  const drawn = deriveFraction({ seed: variance, key, reference }, 'reply', 0)
  const status = replies[Math.floor(drawn * replies.length)] ?? 'INITIATED'
  return { ...scenario, reply: { ...scenario.reply, status }, after: status === 'COMPLETED' ? atOnce : scenario.after }
}

const openReplies = ['INITIATED', 'PENDING'] as const
const approvedReplies = [...openReplies, 'COMPLETED'] as const
const atOnce = { minMs: 0, maxMs: 0 }

/** What helps the developer of a create call that was stored (D5). */
export function hintsOf(intent: Intent, plan: Plan): readonly string[] {
  const isUnknown = !isKnownNetwork(intent.network)
  const network = whyMismatched(intent, plan) ?? (isUnknown ? ownerHint(intent) : null)
  return [network, foreignNumber(intent)].filter((hint) => hint !== null)
}

/** The account number that chose a scenario, where it was one. */
export function magicNumberHint({ customer }: Intent, { scenario, by }: Selection): readonly string[] {
  const [magic] = /0009\d{3}$/.exec(customer.accountNumber) ?? []
  if (by !== 'match' || magic === undefined || !scenario.match?.accountNumber) return []
  return [`scenario ${scenario.name}: the account number ends in ${magic}`]
}

/** Why a payment that nobody chose a scenario for fails: its number is of another network; null where it is not that. */
export function whyMismatched(intent: Intent, { by, steps }: Pick<Plan, 'by' | 'steps'>): string | null {
  const owner = isDefault(by) ? ownerHint(intent) : null
  if (!steps.some(({ act }) => act.act === 'settle' && act.result.name === networkMismatch)) return null
  const what = isPayout(intent.flow) ? 'payout' : 'collection'
  return owner && `${owner}, so the ${what} fails: see the setting networkMismatch`
}

/** The network of a number and its codes, where the request names another one; null where it does not. */
function ownerHint(intent: Intent): string | null {
  const { network, customer } = intent
  const owner = otherNetwork(intent)
  if (owner === null) return null
  const named = /^[\w.-]{1,64}$/.test(network) ? `the network ${network}` : 'the network that was sent'
  return `${localForm(customer.accountNumber)} is no number of ${named} but of ${owner.name} (${codesOf(owner).join(' or ')})`
}

function foreignNumber({ flow, currency, customer: { accountNumber } }: Intent): string | null {
  const country = isMobileMoney(flow) ? foreignCountryOf(accountNumber, currency) : null
  return (
    country && `${accountNumber} is a number of ${country.name} (${country.currency}), not of the currency ${currency}`
  )
}

/** Who used a reference before, and where. */
interface EarlierUse {
  readonly store: Store
  readonly key: string
  /** Where state persists; not set: in memory only. */
  readonly dataFolder: string | undefined
}

/** What helps the developer of a create call that a business rule refused, where its sentence alone does not (D5). */
export function refusalHints(rule: Rejection['rule'], intent: Intent, earlierUse: EarlierUse): readonly string[] {
  const hint = rule === 'network_mismatch' ? ownerHint(intent) : null
  if (rule === 'duplicate_reference') return earlierHint(intent, earlierUse)
  return hint === null ? [] : [hint]
}

function earlierHint({ reference }: Intent, { store, key, dataFolder }: EarlierUse): readonly string[] {
  const [earlier] = store.transactions(key, { reference, limit: 1 })
  if (earlier === undefined) return []
  const until =
    dataFolder === undefined ? 'lasts until a reset' : `persists in the data folder ${dataFolder} until a reset`
  const when = new Date(earlier.createdAt).toISOString()
  return [`this reference was used at ${when} by the transaction ${earlier.id}; state ${until}`]
}
