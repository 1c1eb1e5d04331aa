import { defineEndpoint } from '../../contract/endpoint.ts'
import { Rejection } from '../../domain/rejection.ts'
import { presentFinal, transaction } from '../final-record.ts'
import type { FlowTools } from '../tools.ts'

/** Queries a transaction by its id: the record in webhook form (D27). */
export const findPayment = defineEndpoint<FlowTools>()({
  area: 'service',
  tag: 'Queries',
  method: 'GET',
  path: '/payments/{id}',
  name: 'findPayment',
  basis: {
    of: 'seen',
    says: 'The specification recommends a query by id without its path: this one was seen in public client code, the rest is chosen (D27).',
  },
  summary: "Query a transaction's status",
  params: { id: 'Id of the transaction.' },
  answer: transaction,
  refuses: ['not_found'],
  async handle({ key, params: { id }, store, queryStatus }) {
    const found = await queryStatus(key, id)
    if (found === null) throw new Rejection('payment_not_found')
    return { body: presentFinal(found, store.business(key).settings) }
  },
})
