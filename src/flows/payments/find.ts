import { defineEndpoint } from '../../contract/endpoint.ts'
import { Rejection } from '../../domain/rejection.ts'
import { presentFinal } from '../present-final.ts'
import type { FlowTools } from '../tools.ts'

/** Queries a transaction by its id: the record in webhook form (D27). */
export const findPayment = defineEndpoint<FlowTools>()({
  area: 'service',
  method: 'GET',
  path: '/payments/{id}',
  summary: "Query a transaction's status",
  async handle({ key, params: { id }, store }) {
    const found = await store.perform(key, { transaction: id }, ({ transaction, business }) => {
      if (transaction === null) return { result: null, changes: [] }
      const facts = { status: transaction.status }
      return {
        result: presentFinal(transaction, business.settings),
        changes: [{ change: 'event.append', transactionId: id, event: 'status_queried', facts }],
      }
    })
    if (found === null) throw new Rejection('payment_not_found')
    return { body: found }
  },
})
