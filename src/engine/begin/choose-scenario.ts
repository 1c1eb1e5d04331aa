import type { Business } from '../../domain/business.ts'
import { deriveFraction, type Entropy } from '../../domain/derived-ids.ts'
import { isObject } from '../../domain/json.ts'
import { isMismatch, localForm } from '../../domain/phone.ts'
import type { DrawnMix, Selector } from '../../domain/plan.ts'
import { Rejection, refuse, SimulatedFailure } from '../../domain/rejection.ts'
import { builtInResult } from '../../domain/result.ts'
import type { Settings } from '../../domain/settings.ts'
import { flowHas, type Intent, isMobileMoney } from '../../domain/transaction.ts'
import { plainByHand } from '../../scenarios/compile/interpret.ts'
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

interface Choosing {
  readonly intent: Intent
  readonly header: string | null
  readonly business: Business
  readonly entropy: Entropy
}

export interface Chosen {
  readonly selection: Selection
  readonly scenario: Scenario
  readonly by: Selector
  /** The mix that drew the scenario. */
  readonly mix?: DrawnMix
  /** Queued scenarios that wait for another call (D5). */
  readonly hints: readonly string[]
}

/** Selects a scenario and applies the settings of the business. Returns a `Rejection` if none can be chosen. */
export function chooseScenario(
  scenarios: CompiledScenarios,
  { intent, header, business, entropy }: Choosing,
): Chosen | Rejection {
  const facts = selectionFacts(intent)
  const draw = () => deriveFraction(entropy, 'mix', 0)
  const selection = select(scenarios, facts, choiceOf(intent, header, business), draw)
  if (selection instanceof Rejection) return selection
  const hints = passedOver(scenarios, facts, business.queue, selection)
  const scenario = underSettings(selection, intent, business.settings, entropy)
  const { by, mix } = selection
  // Manual mode plays another scenario than the one that a mix drew.
  return { selection, scenario, by, ...(scenario.name === selection.scenario.name && mix && { mix }), hints }
}

/** The facts that match rules compare. Mobile money numbers match in international and in local form. */
export function selectionFacts({
  flow,
  customer,
  reference,
  network,
  currency,
  reason,
  askedMinor,
}: Intent): SelectionFacts {
  const { accountNumber } = customer
  const accountNumbers = isMobileMoney(flow) ? [accountNumber, localForm(accountNumber)] : [accountNumber]
  const named = reason === '' ? null : reason // a pattern for reasons does not match a payout without one
  return { flow, accountNumbers, reference, network, currency, reason: named, amountMinor: askedMinor }
}

/** How a payment fails if its number does not fit the network of its request (D32). */
export const networkMismatch = 'invalid_customer_account'

/** Names that choose a scenario, from the request and its business, besides match rules. */
function choiceOf({ metadata }: Intent, header: string | null, { defaultScenario, queue }: Business): ScenarioChoice {
  const { sandbox } = metadata
  const metadataScenario = isObject(sandbox) && 'scenario' in sandbox ? sandbox.scenario : undefined
  return { header, queue, metadataScenario, businessDefault: defaultScenario }
}

function underSettings(selection: Selection, intent: Intent, settings: Settings, entropy: Entropy): Scenario {
  const { scenario } = selection
  const inMode = inManualMode(selection, settings)
  // A payment that fails without an action does not wait for an action, so its scenario keeps its name.
  const fitting = failsByNetwork(selection, inMode, intent, settings)
    ? { ...inMode, name: scenario.name, outcome: { kind: 'failed', result: builtInResult(networkMismatch) } as const }
    : inMode
  return settings.variance === null ? fitting : withReplyVariance(fitting, intent, settings, entropy)
}

/** In manual mode a scenario that waits for an action replaces a default. */
function inManualMode({ scenario, by }: Selection, { mode }: Settings): Scenario {
  return mode === 'manual' && isDefault(by) ? plainByHand : scenario
}

/**
 * Returns whether a payment fails because its number does not fit its network (D32). A chosen scenario takes precedence,
 * and so does a scenario whose answer already says COMPLETED.
 */
function failsByNetwork({ by }: Selection, { reply }: Scenario, intent: Intent, settings: Settings): boolean {
  const mayFail = settings.networkMismatch === 'fail' && isDefault(by) && reply.status !== 'COMPLETED'
  return mayFail && isMismatch(intent)
}

/** True for a default scenario: neither the request nor a rule chose it. */
export function isDefault(by: Selection['by']): boolean {
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
  { key, reference }: Entropy,
): Scenario {
  const { variance } = settings
  const mayVary = flowHas(intent.flow, 'prompt') && scenario.reply.status === 'INITIATED'
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

/**
 * The scenario's own refusal, which takes precedence over the business rules (D1). An amount misses its limit by the smallest unit.
 */
export function scenarioRefusal(
  scenario: Scenario,
  intent: Intent,
  said: SimulatedFailure['said'],
): Rejection | SimulatedFailure | null {
  const { refusal, reply } = scenario
  if (refusal === null) return null
  if (typeof refusal === 'number' || refusal === 'drop-before-commit') {
    return new SimulatedFailure(refusal, reply.delayMs ?? 0, said)
  }
  const { delayMs } = reply
  return refuse(refusal, intent, intent.askedMinor + (refusal === 'amount_too_small' ? 1 : -1)).with({
    ...said,
    ...(delayMs === undefined ? {} : { delayMs }),
  })
}
