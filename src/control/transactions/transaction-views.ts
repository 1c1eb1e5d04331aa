import { z } from 'zod'
import { knownBank } from '../../catalogue/banks.ts'
import { answerObject, answerRecord, namedAnswer } from '../../contract/named.ts'
import { deliveryStatuses, type LastWebhook, noAnswerReasons } from '../../domain/delivery.ts'
import { toMajor } from '../../domain/money.ts'
import { byHandName, chosenIn } from '../../domain/plan.ts'
import { flowHas, flows, isFinal, isMobileMoney, type Transaction } from '../../domain/transaction.ts'
import { matchedDigits } from '../../engine/begin/create-hints.ts'
import { presentFinal, transaction } from '../../flows/final-record.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import { jobView, presentJob } from '../clock/job-view.ts'
import { chosenScenario, major } from '../schema-parts.ts'
import type { ControlTools } from '../tools.ts'

/** What a transaction can wait for that only a hand gives. */
const actors = ['pin', 'transfer', 'provider'] as const

const transactionFacts = answerRecord(
  'TransactionFacts',
  'What the sandbox knows of a transaction beyond its record.',
  {
    flow: z.enum(flows).describe('The kind of transaction.'),
    scenario: chosenScenario,
    magicNumber: z
      .string()
      .optional()
      .describe('The last digits of the account number, such as `0009110`, if they chose the scenario.'),
    bankName: z.string().nullable().describe('The bank that `network` names; null for mobile money and unknown codes.'),
    callbackUrl: z.string().nullable().describe('The callbackURL of the request.'),
    request: z.record(z.string(), z.string()).describe('Fields of the request that no record shows (D40).'),
    webhook: answerObject('LastWebhook', 'What became of the newest webhook of a transaction.', {
      status: z.enum(deliveryStatuses),
      attempts: z.int().min(0).describe('The attempts of its schedule so far, without replays.'),
      answered: z.int().nullable().describe('The status of the last answer; null if nothing has answered.'),
      error: z.string().optional().describe('Why the last attempt had no answer, such as `connection refused`.'),
      reason: z.enum(noAnswerReasons).optional().describe('The same for programs.'),
      replayed: z.boolean().optional().describe('True if it was given up, and a replay has delivered it since.'),
    })
      .nullable()
      .describe('Its newest webhook; null if it has none.'),
    waitsFor: z
      .enum(actors)
      .nullable()
      .describe(
        'Who has to act for it to end: the customer by a PIN or a transfer, or the provider; null if it ends alone, or never.',
      ),
    next: jobView.nullable().describe('The work of it that is due first; null if nothing waits.'),
    failure: z.string().nullable().describe('Why it FAILED, in the words of its result; null if it has not.'),
    transfers: answerObject('ArrivedTransfers', 'What a virtual account asked for, and what has arrived.', {
      asked: major.describe('What was asked for, in major units.'),
      received: major.describe('The sum of the transfers that count, in major units.'),
    })
      .nullable()
      .describe('Null for other flows.'),
  },
)
export const transactionSummary = namedAnswer(
  'TransactionSummary',
  z.intersection(transaction, transactionFacts).describe('A record with what the sandbox knows of it.'),
)

export const transactionsView = answerObject('Transactions', 'A page of transactions, newest first.', {
  data: z.array(transactionSummary),
  next: z.string().nullable().describe('`after` of the next page; null on the last.'),
})

type Presenting = Pick<ControlTools, 'store' | 'scenarios'>

/** A transaction in webhook form, with its flow, its scenario and the fields that no record shows (D40). */
export function presentTransaction(transaction: Transaction, key: string, { store, scenarios }: Presenting) {
  const { flow, plan, callbackUrl, extras } = transaction
  const record = presentFinal(transaction, store.business(key).settings)
  const [next] = store.jobsOf(key, transaction.id)
  const webhook = store.lastWebhook(key, transaction.id)
  const scenario = scenarios(key).byName.get(plan.scenario)
  const digits = scenario ? matchedDigits(transaction, plan.by, scenario) : null
  return {
    ...record,
    flow,
    scenario: chosenIn(plan),
    ...(digits === null ? {} : { magicNumber: digits }),
    bankName: isMobileMoney(flow) ? null : knownBank(transaction.network),
    callbackUrl,
    request: { ...extras },
    webhook: webhook && presentLastWebhook(webhook),
    waitsFor: isFinal(transaction.status) ? null : waitsFor(transaction, scenario),
    next: next === undefined ? null : presentJob(next),
    failure: transaction.status === 'FAILED' ? (transaction.result?.text ?? null) : null,
    transfers: arrivedIn(transaction),
  }
}

function waitsFor({ flow, plan }: Transaction, scenario: Scenario | undefined): (typeof actors)[number] | null {
  const isByHand = scenario === undefined ? plan.scenario === byHandName : scenario.outcome.kind === 'by-hand'
  if (!isByHand) return null
  return flowHas(flow, 'prompt') ? 'pin' : flowHas(flow, 'account') ? 'transfer' : 'provider'
}

function arrivedIn({ virtualAccount, askedMinor, receivedMinor, currency }: Transaction) {
  if (virtualAccount === null) return null
  return { asked: toMajor(askedMinor, currency), received: toMajor(receivedMinor, currency) }
}

function presentLastWebhook({ error, reason, replayed, ...webhook }: LastWebhook) {
  return {
    ...webhook,
    ...(error === null ? {} : { error }),
    ...(reason ? { reason } : {}),
    ...(replayed === 1 ? { replayed: true } : {}),
  }
}
