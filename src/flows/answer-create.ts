import type { Reply } from '../contract/endpoint.ts'
import type { JsonObject } from '../domain/json.ts'
import { type PlannedReply, usualHangMs } from '../domain/plan.ts'
import type { Settings } from '../domain/settings.ts'
import { type Intent, isPayout, type Transaction } from '../domain/transaction.ts'
import type { Begin, BeginRequest } from '../engine/begin/begin.ts'
import { vary } from './vary.ts'

/** A create call: who calls, what a flow made of the body, and how the flow shows what was stored. */
export interface CreateCall {
  readonly key: string
  readonly header: (name: string) => string | null
  readonly begin: Begin
  readonly intent: Intent
  readonly admit: BeginRequest['admit']
  readonly present: (transaction: Transaction, settings: Settings) => JsonObject
}

/** Begins the transaction and answers its record, with the scenario that was chosen in the header. */
export async function answerCreate({ key, header, begin, intent, admit, present }: CreateCall): Promise<Reply> {
  const begun = await begin(key, { intent, scenarioHeader: header('x-sandbox-scenario'), admit })
  const { transaction, settings, scenario, hint } = begun
  const record = vary(present(transaction, settings), transaction, settings, 'create')
  return {
    // A payout answers a list of one (spec 4.4).
    body: isPayout(transaction.flow) ? [record] : record,
    headers: { 'x-sandbox-scenario': scenario },
    ...(hint === null ? {} : { hint }),
    ...spoiled(transaction.plan.reply),
  }
}

function spoiled({ delayMs, fault }: PlannedReply): Pick<Reply, 'delayMs' | 'fault'> {
  if (fault === 'hang') return { delayMs: delayMs ?? usualHangMs, fault: 'drop' }
  return {
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(fault === undefined ? {} : { fault: fault === 'drop-after-commit' ? 'drop' : fault }),
  }
}
