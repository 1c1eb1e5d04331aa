import { knownBank } from '../../catalogue/banks.ts'
import { dueText } from '../../domain/clock.ts'
import type { LastWebhook } from '../../domain/delivery.ts'
import { awaitsOtp, otpOf } from '../../domain/otp.ts'
import { byHandName } from '../../domain/plan.ts'
import { isMobileMoney, type Transaction } from '../../domain/transaction.ts'
import { factsOf } from '../../engine/begin/choose-scenario.ts'
import { magicNumberText, whyMismatched } from '../../engine/begin/create-hints.ts'
import { actionsOn, failuresOf } from '../../engine/settle/act-by-hand.ts'
import type { ExplainedStep } from '../../explain/explained-step.ts'
import { nearMisses } from '../../explain/near-misses.ts'
import { transactionSteps } from '../../explain/transaction-steps.ts'
import { presentFinal } from '../../flows/final-record.ts'
import { plainApproval } from '../../scenarios/compile/fallback-scenarios.ts'
import type { CompiledScenarios } from '../../scenarios/select/select.ts'
import { presentJob } from '../clock/job-view.ts'
import { presentEvent } from '../events/timeline-event.ts'
import type { ControlTools } from '../tools.ts'
import { presentDelivery } from '../webhooks/delivery-view.ts'

type Presenting = Pick<ControlTools, 'store' | 'scenarios'>

/** A transaction in webhook form, with its flow, its scenario and the fields that no record shows (D40). */
export function presentTransaction(transaction: Transaction, key: string, { store, scenarios }: Presenting) {
  const { flow, plan, callbackUrl, extras } = transaction
  const record = presentFinal(transaction, store.business(key).settings)
  const [next] = store.jobsOf(key, transaction.id)
  const webhook = store.lastWebhook(key, transaction.id)
  const scenario = scenarios(key).byName.get(plan.scenario)
  const why = scenario ? magicNumberText(transaction, plan.by, scenario) : null
  return {
    ...record,
    flow,
    scenario: { name: plan.scenario, by: plan.by },
    ...(why === null ? {} : { why }),
    bankName: isMobileMoney(flow) ? null : knownBank(transaction.network),
    callbackUrl,
    request: { ...extras },
    webhook: webhook && presentLastWebhook(webhook),
    next: next === undefined ? null : presentJob(next),
  }
}

function presentLastWebhook({ error, ...webhook }: LastWebhook) {
  return error === null ? webhook : { ...webhook, error }
}

/** What is used to show a transaction with all that happened to it. */
export type StoryTools = 'store' | 'scenarios' | 'createCallOf' | 'about'

/** A transaction with all that happened to it, why, and what is still to come. */
export function presentTransactionInFull(transaction: Transaction, key: string, tools: Pick<ControlTools, StoryTools>) {
  const { store } = tools
  const { id: transactionId, reference } = transaction
  const business = store.business(key)
  const scenarios = tools.scenarios(key)
  const timeline = store.timeline(key, transactionId)
  const deliveries = store.deliveries(key, { transactionId, limit: 1000 })
  const hasAddress = (transaction.callbackUrl ?? business.settings.callbackUrl) !== null
  const stored = { transaction, timeline, deliveries, jobs: store.jobsOf(key, transactionId), hasAddress }
  return {
    ...presentTransaction(transaction, key, tools),
    ...whyChosen(transaction, scenarios),
    otp: awaitsOtp(transaction) ? otpOf(transaction, { seed: tools.about().seed, key, reference }) : null,
    createCall: createCall(transaction, tools),
    actions: actionsOn(transaction, business.settings),
    failures: failuresOf(transaction, scenarios.results.values(), business.settings).map(({ name }) => name),
    steps: transactionSteps(stored).map(presentStep),
    timeline: timeline.map(presentEvent),
    deliveries: deliveries.map((delivery) => presentDelivery(delivery, business)),
  }
}

/** The create call; only a scenario that it named itself is its own. */
function createCall(transaction: Transaction, { createCallOf }: Pick<ControlTools, 'createCallOf'>) {
  const { path, body } = createCallOf(transaction)
  const { by, scenario } = transaction.plan
  return { path, headers: by === 'header' ? { 'x-sandbox-scenario': scenario } : {}, body }
}

/** Compares the rules that are loaded now with what a stored transaction asked for. */
function whyChosen(transaction: Transaction, loaded: CompiledScenarios) {
  const { scenario: name, by } = transaction.plan
  const scenario = loaded.byName.get(name)
  return {
    nearMisses: nearMisses(loaded, factsOf(transaction), { name, by }),
    scenarioLoaded: scenario !== undefined || name === byHandName || name === plainApproval.name,
    hint:
      whyMismatched(transaction, transaction.plan) ?? (scenario ? magicNumberText(transaction, by, scenario) : null),
  }
}

function presentStep({ event, planned, actual, state, why }: ExplainedStep) {
  const shown = (at: number | null) => (at === null ? null : dueText(at))
  return { event, planned: shown(planned), actual: shown(actual), state, why }
}
