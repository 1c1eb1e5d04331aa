import type { Business } from '../../domain/business.ts'
import { answered, type Change, type Decision, record } from '../../domain/change.ts'
import { lastMs } from '../../domain/clock.ts'
import { deriveFraction, type Entropy } from '../../domain/derived-ids.ts'
import {
  actAtOnce,
  type ChosenScenario,
  chosenIn,
  isAnsweredAtOnce,
  isBeforeReply,
  longestLifeMs,
  type Plan,
} from '../../domain/plan.ts'
import { Rejection, refuse, SimulatedFailure } from '../../domain/rejection.ts'
import type { Settings } from '../../domain/settings.ts'
import { flowHas, type Intent, isPayout, type Transaction } from '../../domain/transaction.ts'
import type { Wallet } from '../../domain/wallet.ts'
import { takeFromWallet } from '../../domain/wallet-movement.ts'
import { planFor } from '../../scenarios/plan/plan.ts'
import type { CompiledScenarios, Selection } from '../../scenarios/select/select.ts'
import type { Needs, State } from '../../store/needs.ts'
import type { Store } from '../../store/store.ts'
import { awaitFirstAttempt } from '../deliver/await-attempt.ts'
import type { WebhookMaker } from '../deliver/queue-webhook.ts'
import { act, jobsFrom, otpSent, promptSent, type SettleState } from '../settle/settle.ts'
import { chooseScenario, scenarioRefusal } from './choose-scenario.ts'
import { hintsOf, magicNumberHint, refusalHints } from './create-hints.ts'
import { candidateNumbers, initiate } from './initiate.ts'
import { answerRecorder, type RecordAnswer } from './record-answer.ts'

/** The facts that business rules check before a transaction is stored. */
export interface Admission {
  readonly intent: Intent
  readonly business: Business
  readonly referenceTaken: boolean
  readonly wallet: Wallet
}

type Opening = Omit<SettleState, 'cause'>

export interface BeginRequest {
  readonly intent: Intent
  readonly scenarioHeader: string | null
  /** The first business rule that refuses (D10). */
  readonly admit: (admission: Admission) => Rejection | null
  /** Returns more changes for the same commit; if it throws, nothing is stored. */
  readonly also?: (opening: Opening) => readonly Change[]
}

export interface Begun {
  readonly transaction: Transaction
  readonly settings: Settings
  /** The answer's `x-sandbox-scenario`. */
  readonly scenario: ChosenScenario
  /** Help for the developer (D5). */
  readonly hints: readonly string[]
  /** Records the reply to the create call once it leaves; absent if the transaction's own commit has recorded it. */
  readonly recordAnswer?: RecordAnswer
}

/** Selects a scenario, checks the business rules and stores the transaction with its plan. Throws a `Rejection`. */
export type Begin = (key: string, request: BeginRequest) => Promise<Begun>

export interface PlannedCall {
  readonly reference: string
  /** The call or its business names an address for the webhook. */
  readonly hasWebhook: boolean
}

/** Changes when and how often the merchant sees things, for `explore` and `audit`. */
export interface Intervention {
  readonly planFor: (key: string, call: PlannedCall, plan: Plan) => Plan
  /** Runs after the transaction is stored and before its create call is answered. */
  readonly beforeReply: (key: string, transaction: Transaction) => Promise<void>
}

export interface BeginTools {
  readonly store: Store
  readonly scenarios: (key: string) => CompiledScenarios
  readonly maker: WebhookMaker
  /** The folder that keeps the state; undefined if it is in memory only. */
  readonly dataFolder?: string | undefined
  readonly intervention?: Intervention | undefined
}

export function createBegin(tools: BeginTools): Begin {
  const { store, maker, dataFolder, intervention } = tools
  return async (key, request) => {
    const { intent } = request
    const entropy: Entropy = { seed: maker.seed, key, reference: intent.reference }
    const needs = {
      referenceTaken: intent.reference,
      wallet: intent.currency,
      freeAccountNumber: flowHas(intent.flow, 'account') ? candidateNumbers(entropy, intent.network) : [],
    }
    const prunes = store.prunesFor(key)
    const begun = await store.perform(key, needs, (state) => decide(state, request, { ...tools, entropy }))
    if (begun instanceof Rejection) {
      const hints = refusalHints(begun.rule, intent, { store, key, dataFolder })
      throw begun.with({ hints: [...(begun.details.hints ?? []), ...hints] })
    }
    if (begun instanceof SimulatedFailure) throw begun
    await intervention?.beforeReply(key, begun.transaction)
    if (isBeforeReply(begun.transaction.plan)) await awaitFirstAttempt(store, key, begun.transaction)
    return store.prunesFor(key) === prunes ? begun : { ...begun, hints: [...begun.hints, prunedHint] }
  }
}

type BeginState = State<Required<Pick<Needs, 'referenceTaken' | 'wallet' | 'freeAccountNumber'>>>

/** Chooses a scenario, asks the business rules, and plans the transaction: in the order in which they refuse (D1). */
function decide(
  { business, now, wallet, referenceTaken, freeAccountNumber }: BeginState,
  { intent, scenarioHeader, admit, also = () => [] }: BeginRequest,
  { store, scenarios, maker, intervention, entropy }: BeginTools & { readonly entropy: Entropy },
): Decision<Begun | Rejection | SimulatedFailure> {
  const { key } = entropy
  const chosen = chooseScenario(scenarios(key), { intent, header: scenarioHeader, business, entropy })
  // D14: a call for a stored reference counts as a duplicate, even if something else refuses it.
  const again: Change[] = referenceTaken ? [{ change: 'transaction.duplicated', reference: intent.reference }] : []
  if (chosen instanceof Rejection) return { result: chosen, changes: again }
  const { selection, hints, ...played } = chosen
  const { scenario } = played
  const named = chosenIn({ ...played, scenario: scenario.name })
  const taken = takenFromQueue(selection)
  const said = { scenario: named, hints: [...hints, ...magicNumberHint(intent, selection)] }
  const failed = scenarioRefusal(scenario, intent, said)
  if (failed) {
    const met = [scenario.name, ...(played.mix ? [played.mix.name] : [])]
    const refused = met.map((name): Change => ({ change: 'scenario.refused', scenario: name }))
    return { result: failed, changes: [...taken, ...refused, ...again] }
  }
  const refused = admit({ intent, business, referenceTaken, wallet })
  if (refused) return { result: refused.with({ scenario: named }), changes: again }
  const random = (purpose: string) => deriveFraction(entropy, purpose, 0)
  const planned = planFor({ ...played, intent, settings: business.settings, random })
  const hasWebhook = (intent.callbackUrl ?? business.settings.callbackUrl) != null
  const plan = intervention?.planFor(key, { reference: intent.reference, hasWebhook }, planned) ?? planned
  if (now + longestLifeMs(plan) > lastMs) {
    const hints = ['the clock of this business is too near to the end of the year 9999: a reset sets it back']
    return { result: refuse('cannot_process', intent).with({ scenario: named, hints }), changes: again }
  }
  const transaction = initiate({ entropy, intent, plan, business, now, wallet, freeAccountNumber })
  const opening = { business, now, transaction, wallet }
  const isAtOnce = intervention === undefined && isAnsweredAtOnce(plan)
  return {
    result: {
      transaction,
      settings: business.settings,
      scenario: named,
      hints: [...said.hints, ...hintsOf(intent, plan)],
      ...(isAtOnce ? {} : { recordAnswer: answerRecorder(store, key, { transaction, epoch: business.epoch }) }),
    },
    changes: [...taken, ...firstChanges(opening, maker, isAtOnce), ...also(opening)],
  }
}

const prunedHint =
  'the oldest final transactions of this business were deleted to make room: see the setting maxTransactionsPerBusiness'

/** A stored transaction, or its scenario's own refusal, uses up a queued entry. */
function takenFromQueue({ queueEntry }: Selection): Change[] {
  return queueEntry === undefined ? [] : [{ change: 'queue.take', id: queueEntry }]
}

/** Stores the transaction, its first events and the jobs of its plan; runs the first step if the answer reports it. */
function firstChanges(opening: Opening, maker: WebhookMaker, isAnswered: boolean): Change[] {
  const { transaction } = opening
  const { id: transactionId, plan } = transaction
  const changes: Change[] = [
    { change: 'transaction.insert', transaction },
    record(transactionId, {
      kind: 'created',
      scenario: plan.scenario,
      by: plan.by,
      ...(plan.mix && { mix: plan.mix }),
    }),
  ]
  const { status: _, fault, ...delay } = plan.reply
  if (fault !== undefined || delay.delayMs !== undefined) {
    changes.push(record(transactionId, { kind: 'reply_faulted', fault: fault ?? 'delay', ...delay }))
  }
  if (isAnswered) changes.push(answered(transaction))
  if (isPayout(transaction.flow)) changes.push(takeFromWallet(transaction))
  if (flowHas(transaction.flow, 'prompt'))
    changes.push(plan.otp === null ? promptSent(transaction) : otpSent(transaction))
  const atOnce = actAtOnce(plan)
  changes.push(...jobsFrom('creation', transaction, atOnce === null ? 0 : 1))
  // D33: if the answer, or a webhook before it, says COMPLETED, the same commit makes it so.
  if (atOnce !== null) changes.push(...act({ ...opening, cause: { by: 'step', step: 0 } }, atOnce, maker).changes)
  return changes
}
