import { z } from 'zod'
import { answerRecord, namedAnswer, readAs, type Shown } from '../../contract/named.ts'
import { onlyParts } from '../../contract/parts.ts'
import { awaitsOtp, otpOf } from '../../domain/phone-screen.ts'
import { byHandName } from '../../domain/plan.ts'
import type { Transaction } from '../../domain/transaction.ts'
import { selectionFacts } from '../../engine/begin/choose-scenario.ts'
import { magicNumberText, whyMismatched } from '../../engine/begin/create-hints.ts'
import { actionNames, actionsOn, failuresOf } from '../../engine/settle/act-by-hand.ts'
import { lifeOf } from '../../explain/life.ts'
import { nearMisses } from '../../explain/near-misses.ts'
import { plainApproval } from '../../scenarios/compile/interpret.ts'
import type { CompiledScenarios } from '../../scenarios/select/select.ts'
import { nearMissesView } from '../schema-parts.ts'
import type { ControlTools } from '../tools.ts'
import { deliveryView, presentDelivery } from '../webhooks/delivery-view.ts'
import { presentStep, stepView } from './step-view.ts'
import { presentTransaction, transactionSummary } from './transaction-views.ts'

const history = {
  steps: z
    .array(stepView)
    .describe('Its whole life in the order of causes: what happened, what was forestalled, what is to come.'),
  deliveries: z.array(deliveryView).describe('Its webhooks.'),
}

export const transactionInFullView = namedAnswer(
  'TransactionInFull',
  z
    .intersection(
      transactionSummary,
      answerRecord('TransactionHistory', 'What happened to a transaction, why, and what is still to come.', {
        nearMisses: nearMissesView
          .optional()
          .describe(
            'Rules loaded now that nearly match what the transaction asked for, and would take precedence over what was chosen. Only with `?explain=true`.',
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
        ...history,
      }),
    )
    .describe('A transaction with all that happened to it.'),
)
export type TransactionView = Shown<typeof transactionInFullView>

export const transactionParts = ['record', 'steps', 'deliveries'] as const

/** The whole, or with `?parts=` some of it: clients read only what they ask for. */
export const transactionPartsView = namedAnswer(
  'TransactionParts',
  readAs<z.output<typeof transactionInFullView>>(
    z
      .union([transactionInFullView, z.looseObject(history).partial()])
      .describe('A transaction, or the parts of it that were asked for.'),
  ),
)

export type StoryTools = 'store' | 'scenarios' | 'createCallOf' | 'about'

interface Asked {
  readonly parts?: readonly (typeof transactionParts)[number][]
  /** With the rules that nearly match. */
  readonly explain?: boolean
}

export function presentTransactionInFull(
  transaction: Transaction,
  key: string,
  tools: Pick<ControlTools, StoryTools>,
  { parts = transactionParts, explain = false }: Asked = {},
): TransactionView {
  const { store } = tools
  const { id: transactionId } = transaction
  const business = store.business(key)
  const wants = (...some: typeof parts) => some.some((part) => parts.includes(part))
  const deliveries = wants('steps', 'deliveries') ? store.deliveries(key, { transactionId, limit: 1000 }) : []
  const steps = (): Pick<TransactionView, 'steps'> => {
    const hasAddress = (transaction.callbackUrl ?? business.settings.callbackUrl) !== null
    const timeline = store.timeline(key, transactionId)
    const jobs = store.jobsOf(key, transactionId)
    return { steps: lifeOf({ transaction, timeline, deliveries, jobs, hasAddress }).map(presentStep) }
  }
  return onlyParts<TransactionView, keyof typeof history | 'record'>(
    {
      record: () => presentRecord(transaction, key, tools, explain),
      steps,
      deliveries: (): Pick<TransactionView, 'deliveries'> => {
        return { deliveries: deliveries.map((delivery) => presentDelivery(delivery, business)) }
      },
    },
    parts,
  )
}

function presentRecord(
  transaction: Transaction,
  key: string,
  tools: Pick<ControlTools, StoryTools>,
  explain: boolean,
): Omit<TransactionView, keyof typeof history> {
  const { settings } = tools.store.business(key)
  const { results, byName } = tools.scenarios(key)
  const { reference, plan } = transaction
  const scenario = byName.get(plan.scenario)
  return {
    ...presentTransaction(transaction, key, tools),
    ...(explain && { nearMisses: nearlyChosen(transaction, tools.scenarios(key)) }),
    scenarioLoaded: scenario !== undefined || plan.scenario === byHandName || plan.scenario === plainApproval.name,
    hint: whyMismatched(transaction, plan) ?? (scenario ? magicNumberText(transaction, plan.by, scenario) : null),
    otp: awaitsOtp(transaction) ? otpOf(transaction, { seed: tools.about().seed, key, reference }) : null,
    createCall: createCall(transaction, tools),
    actions: actionsOn(transaction, settings),
    failures: failuresOf(transaction, results.values(), settings).map(({ name }) => name),
  }
}

function createCall(transaction: Transaction, { createCallOf }: Pick<ControlTools, 'createCallOf'>) {
  const { path, body } = createCallOf(transaction)
  const { by, scenario } = transaction.plan
  return { path, headers: by === 'header' ? { 'x-sandbox-scenario': scenario } : {}, body }
}

/** Compares the rules that are loaded now with what a stored transaction asked for. */
function nearlyChosen(transaction: Transaction, loaded: CompiledScenarios) {
  const { scenario: name, by } = transaction.plan
  return nearMisses(loaded, selectionFacts(transaction), { name, by })
}
