import { defineEndpoint } from '../../contract/endpoint.ts'
import { Rejection } from '../../domain/rejection.ts'
import { statusQueried } from '../../engine/settle/status-query.ts'
import { presentFinal, transaction } from '../final-record.ts'
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
    const found = await store.perform(key, { transaction: id, heldOf: id }, (state) => {
      const { transaction, business, heldOf: held, now } = state
      if (transaction === null) return { result: null, changes: [] }
      const changes = statusQueried({ transaction, held, now })
      return { result: presentFinal(transaction, business.settings), changes }
    })
    if (found === null) throw new Rejection('payment_not_found')
    return { body: found }
  },
})
