import type { Basis } from '../../contract/endpoint.ts'
import { namedRequest } from '../../contract/named.ts'
import type { Channel, Flow } from '../../domain/transaction.ts'
import { admitPayout } from '../admission.ts'
import { defineCreate } from '../define-create.ts'
import { payout, payoutsCreated } from './record.ts'
import { type PayoutFields, payoutRequest, toBody, toIntent } from './request.ts'

interface PayoutParts {
  readonly flow: Extract<Flow, 'bank-payout' | 'mobile-money-payout'>
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly basis?: Basis
  readonly requestName: string
  readonly fields: PayoutFields
  readonly usualChannel: Channel
}

/** Defines a payout: from the merchant's wallet to one recipient's account (spec 4.4, D28). */
export function definePayout({ flow, requestName, fields, usualChannel, ...operation }: PayoutParts) {
  return defineCreate({
    flow,
    tag: 'Payouts',
    ...operation,
    body: namedRequest(requestName, payoutRequest(fields)),
    created: payoutsCreated,
    final: payout,
    toRequest: (body, rates) => ({
      intent: toIntent(flow, body, usualChannel, rates),
      admit: admitPayout(body.recipients.length),
    }),
    toBody: (intent) => toBody(intent, 'bank' in fields.network ? 'bank' : 'network', usualChannel),
  })
}
