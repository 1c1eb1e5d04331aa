import { defineEndpoint, type Reply } from '../../contract/endpoint.ts'
import { Rejection } from '../../domain/rejection.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Transaction } from '../../domain/transaction.ts'
import { noteStatusQuery } from '../../engine/settle/status-query.ts'
import { presentFinal, type TransactionRecord, transaction } from '../final-record.ts'
import type { FlowTools } from '../tools.ts'

/** Queries a transaction by its id: the record in webhook form (D27). */
export const findPayment = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Queries',
  method: 'GET',
  path: '/payments/{id}',
  name: 'findPayment',
  summary: "Query a transaction's status",
  params: { id: 'Id of the transaction.' },
  answer: transaction,
  refuses: ['not_found'],
  async handle({ key, params: { id }, store }) {
    const found = store.transaction(key, id)
    if (found === null) throw new Rejection('payment_not_found')
    await noteStatusQuery(store, key, found)
    return replyWith(found, store.business(key).settings)
  },
})

/** Merchants poll: as long as neither a transaction nor the settings change, the record is not written out anew. */
const known = new WeakMap<Transaction, { readonly settings: Settings; readonly reply: Reply<TransactionRecord> }>()

function replyWith(found: Transaction, settings: Settings): Reply<TransactionRecord> {
  const before = known.get(found)
  if (before?.settings === settings) return before.reply
  const body = presentFinal(found, settings)
  const reply = { body, text: JSON.stringify(body) }
  known.set(found, { settings, reply })
  return reply
}
