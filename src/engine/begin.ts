import type { Business } from '../domain/business.ts'
import type { Change, Decision } from '../domain/change.ts'
import type { SandboxMs } from '../domain/clock.ts'
import { deriveFraction, deriveToken, deriveUuid, type Origin } from '../domain/derive.ts'
import { parseDuration } from '../domain/duration.ts'
import { feeMinor } from '../domain/fees.ts'
import type { Plan } from '../domain/plan.ts'
import { Rejection } from '../domain/rejection.ts'
import type { Intent, Transaction } from '../domain/transaction.ts'
import type { Wallet } from '../domain/wallet.ts'
import { planFor } from '../scenarios/plan.ts'
import { type CompiledScenarios, select } from '../scenarios/select.ts'
import type { Store } from '../store/store.ts'
import { candidateNumbers, openAccount } from './open-account.ts'
import type { WebhookMaker } from './queue-webhook.ts'
import { choiceOf, factsOf } from './selection.ts'
import { act } from './settle.ts'

/** What the business rules look at before a transaction is stored. */
export interface Admission {
  readonly intent: Intent
  readonly business: Business
  readonly referenceTaken: boolean
  readonly wallet: Wallet
}

/** A create call that passed its field rules. */
export interface BeginRequest {
  readonly intent: Intent
  /** The header x-sandbox-scenario. */
  readonly scenarioHeader: string | null
  /** The first business rule that refuses (D10). */
  readonly admit: (admission: Admission) => Rejection | null
}

/** A stored transaction and the answer's `x-sandbox-scenario`. */
export interface Begun {
  readonly transaction: Transaction
  readonly scenario: string
}

/** Selects a scenario, checks the business rules and stores the transaction with its plan. Throws a `Rejection`. */
export type Begin = (key: string, request: BeginRequest) => Promise<Begun>

export interface BeginTools {
  readonly store: Store
  readonly scenarios: () => CompiledScenarios
  readonly maker: WebhookMaker
}

/** The one way a transaction comes to be: selection, admission, plan and first jobs in one commit. */
export function createBegin({ store, scenarios, maker }: BeginTools): Begin {
  return async (key, { intent, scenarioHeader, admit }) => {
    const origin: Origin = { seed: maker.seed, key, reference: intent.reference }
    const needs = {
      referenceTaken: intent.reference,
      wallet: intent.currency,
      freeAccountNumber: intent.flow === 'virtual-account' ? candidateNumbers(origin, intent.network) : [],
    }
    const begun = await store.perform(key, needs, ({ business, now, ...found }): Decision<Begun | Rejection> => {
      const chosen = select(scenarios(), factsOf(intent), choiceOf(intent, scenarioHeader, business))
      if (chosen instanceof Rejection) return { result: chosen, changes: [] }
      const scenario = `${chosen.scenario.name}; by=${chosen.by}`
      const refused = admit({ intent, business, ...found })
      if (refused) return { result: refused.after(scenario), changes: [] }
      const random = (purpose: string) => deriveFraction(origin, purpose, 0)
      const plan = planFor({ ...chosen, intent, now, defaults: planDefaults(business), random })
      const transaction = initiate({ origin, intent, plan, business, now, ...found })
      const answered = answerAtOnce(transaction, { business, now, wallet: found.wallet, maker })
      return {
        result: { transaction: answered.transaction, scenario },
        changes: [...firstChanges(transaction), ...answered.changes],
      }
    })
    if (begun instanceof Rejection) throw begun
    return begun
  }
}

function planDefaults({ settings }: Business) {
  return {
    accountLifetimeMs: parseDuration(settings.accountLifetime),
    partialPayments: settings.partialPayments,
    lateTransfers: settings.lateTransfers,
    retryMs: settings.retry.map(parseDuration),
    timeoutMs: parseDuration(settings.timeout),
  }
}

interface Initiation {
  readonly origin: Origin
  readonly intent: Intent
  readonly plan: Plan
  readonly business: Business
  readonly now: SandboxMs
  readonly wallet: Wallet
  readonly freeAccountNumber: string | null
}

function initiate({ origin, intent, plan, business, now, wallet, freeAccountNumber }: Initiation): Transaction {
  const isPayout = intent.flow === 'bank-payout' || intent.flow === 'mobile-money-payout'
  return {
    ...intent,
    id: isPayout ? deriveToken(origin, 'id', 0, 20) : deriveUuid(origin, 'id', 0), // D18
    status: plan.reply.status === 'PENDING' ? 'PENDING' : 'INITIATED',
    amountMinor: intent.askedMinor,
    feeMinor: feeMinor(intent.askedMinor, business.settings.fees[intent.flow]),
    bearFee: business.settings.bearFee,
    virtualAccount: openAccount(intent, freeAccountNumber),
    openingBalanceMinor: wallet.balanceMinor,
    result: null,
    receivedMinor: 0,
    createdAt: now,
    updatedAt: now,
    plan,
  }
}

/** The transaction, its timeline's first entries and the jobs of its story. */
function firstChanges(transaction: Transaction): Change[] {
  const { id: transactionId, plan, flow, createdAt } = transaction
  const created = { scenario: plan.scenario, by: plan.by }
  const changes: Change[] = [
    { change: 'transaction.insert', transaction },
    { change: 'event.append', transactionId, event: 'created', facts: created },
  ]
  if (flow === 'mobile-money') {
    const facts = { accountNumber: transaction.customer.accountNumber }
    changes.push({ change: 'event.append', transactionId, event: 'prompt_sent', facts })
  }
  for (const { afterMs, act } of plan.steps) {
    changes.push({ change: 'job.add', dueAt: createdAt + afterMs, work: { kind: 'act', transactionId, act } })
  }
  return changes
}

interface AtOnce {
  readonly business: Business
  readonly now: SandboxMs
  readonly wallet: Wallet
  readonly maker: WebhookMaker
}

/** A story that answers COMPLETED is settled in the commit that stores it (D33). */
function answerAtOnce(
  transaction: Transaction,
  { maker, ...moment }: AtOnce,
): { transaction: Transaction; changes: readonly Change[] } {
  const [first] = transaction.plan.steps
  if (transaction.plan.reply.status !== 'COMPLETED' || first?.afterMs !== 0) return { transaction, changes: [] }
  const { result, changes } = act({ ...moment, transaction }, first.act, maker)
  return { transaction: result, changes }
}
