import { z } from 'zod'
import { knownBank } from '../../catalogue/banks.ts'
import { answerObject, answerRecord, namedAnswer, type Shown } from '../../contract/named.ts'
import { deliveryStatuses, type LastWebhook } from '../../domain/delivery.ts'
import { awaitsOtp, otpOf } from '../../domain/otp.ts'
import { byHandName } from '../../domain/plan.ts'
import { flows, isMobileMoney, type Transaction } from '../../domain/transaction.ts'
import { factsOf } from '../../engine/begin/choose-scenario.ts'
import { magicNumberText, whyMismatched } from '../../engine/begin/create-hints.ts'
import { actionNames, actionsOn, failuresOf } from '../../engine/settle/act-by-hand.ts'
import { lifeOf } from '../../explain/life.ts'
import { nearMisses } from '../../explain/near-misses.ts'
import { presentFinal, transaction } from '../../flows/final-record.ts'
import { plainApproval } from '../../scenarios/compile/interpret.ts'
import type { CompiledScenarios } from '../../scenarios/select/select.ts'
import { jobView, presentJob } from '../clock/job-view.ts'
import { presentEvents, timelineEventView } from '../events/timeline-event.ts'
import { nearMissesView, selector } from '../schema-parts.ts'
import type { ControlTools } from '../tools.ts'
import { deliveryView, presentDelivery } from '../webhooks/delivery-view.ts'
import { presentStep, stepView } from './step-view.ts'

const transactionFacts = answerRecord(
  'TransactionFacts',
  'What the sandbox knows of a transaction beyond its record.',
  {
    flow: z.enum(flows).describe('The kind of transaction.'),
    scenario: z
      .object({
        name: z.string(),
        by: selector,
      })
      .describe('The scenario that was chosen, and what chose it.'),
    why: z
      .string()
      .optional()
      .describe('What the request had that chose the scenario, such as `the account number ends in 0009110`.'),
    bankName: z.string().nullable().describe('The bank that `network` names; null for mobile money and unknown codes.'),
    callbackUrl: z.string().nullable().describe('The callbackURL of the request.'),
    request: z.record(z.string(), z.string()).describe('Fields of the request that no record shows (D40).'),
    webhook: answerObject('LastWebhook', 'What became of the newest webhook of a transaction.', {
      status: z.enum(deliveryStatuses),
      attempts: z.int().min(0).describe('The attempts of its schedule so far, without replays.'),
      answered: z.int().nullable().describe('The status of the last answer; null if nothing has answered.'),
      error: z.string().optional().describe('Why the last attempt had no answer, such as `connection refused`.'),
      replayed: z.boolean().optional().describe('True if it was given up, and a replay has delivered it since.'),
    })
      .nullable()
      .describe('Its newest webhook; null if it has none.'),
    next: jobView.nullable().describe('The work of it that is due first; null if nothing waits.'),
  },
)
const transactionSummary = namedAnswer(
  'TransactionSummary',
  z.intersection(transaction, transactionFacts).describe('A record with what the sandbox knows of it.'),
)

export const transactionsView = answerObject('Transactions', 'A page of transactions, newest first.', {
  data: z.array(transactionSummary),
  next: z.string().nullable().describe('`after` of the next page; null on the last.'),
})

export const transactionInFullView = namedAnswer(
  'TransactionInFull',
  z
    .intersection(
      transactionSummary,
      answerRecord('TransactionHistory', 'What happened to a transaction, why, and what is still to come.', {
        nearMisses: nearMissesView.describe(
          'Rules loaded now that nearly match what the transaction asked for, and would go before what was chosen.',
        ),
        scenarioLoaded: z.boolean().describe('False when the chosen scenario is not among the loaded ones any more.'),
        hint: z.string().nullable().describe('Why this scenario was chosen, if the plan does not show it.'),
        otp: z.string().nullable().describe('The OTP that it waits for; null if it waits for none.'),
        createCall: z
          .object({
            path: z.string(),
            headers: z.record(z.string(), z.string()),
            body: z.record(z.string(), z.unknown()),
          })
          .describe('The create call, made from what is stored: what was sent beyond it had no effect.'),
        actions: z.array(z.enum(actionNames)).describe('What its customer or its provider can do now.'),
        failures: z.array(z.string()).describe('The results that `fail` can give it now.'),
        steps: z
          .array(stepView)
          .describe('Its whole life in the order of causes: what happened, what was forestalled, what is to come.'),
        timeline: z.array(timelineEventView).describe('What happened, in the order of causes.'),
        deliveries: z.array(deliveryView).describe('Its webhooks.'),
      }),
    )
    .describe('A transaction with all that happened to it.'),
)
export type TransactionView = Shown<typeof transactionInFullView>

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

function presentLastWebhook({ error, replayed, ...webhook }: LastWebhook) {
  return { ...webhook, ...(error === null ? {} : { error }), ...(replayed === 1 ? { replayed: true } : {}) }
}

export type StoryTools = 'store' | 'scenarios' | 'createCallOf' | 'about'

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
    steps: lifeOf(stored).map(presentStep),
    timeline: presentEvents(timeline),
    deliveries: deliveries.map((delivery) => presentDelivery(delivery, business)),
  }
}

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
