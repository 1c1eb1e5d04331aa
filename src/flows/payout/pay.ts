import { filledText, label, mobileNumber } from '../../contract/common-fields.ts'
import type { Basis } from '../../contract/endpoint.ts'
import { field } from '../../contract/field.ts'
import { minLength, plainType, required, stringType } from '../../contract/field-rules.ts'
import { namedRequest } from '../../contract/named.ts'
import type { Channel, Flow } from '../../domain/transaction.ts'
import { admitPayout } from '../admission.ts'
import { defineCreate } from '../define-create.ts'
import { payout, payoutsCreated } from './record.ts'
import { type PayoutFields, payoutRequest, toBody, toIntent } from './request.ts'

interface PayoutParts {
  readonly flow: Flow
  readonly name: string
  readonly summary: string
  readonly basis?: Basis
  readonly requestName: string
  readonly fields: PayoutFields
  readonly usualChannel: Channel
}

/** Defines a payout: from the merchant's wallet to one recipient's account (spec 4.4, D28). */
function definePayout({ flow, requestName, fields, usualChannel, ...operation }: PayoutParts) {
  return defineCreate({
    flow,
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

/** Sends money to a bank account (spec 4.4). */
export const payBank = definePayout({
  flow: 'bank-payout',
  name: 'payBank',
  summary: 'Send a bank payout',
  requestName: 'BankPayoutRequest',
  fields: {
    sender: {
      senderName: field('Sender name shown on the transaction.', [
        required('sender name'),
        plainType('sender name'),
        minLength('sender name'),
      ]),
    },
    network: {
      bank: field('Bank code: letters in Ghana, digits in Nigeria.', [
        required('bank'),
        stringType('bank'),
        minLength('bank'),
      ]),
    },
    accountName: label('accountName', 'Account holder name.'),
    accountNumber: () => label('accountNumber', "Recipient's bank account number."),
  },
  usualChannel: 'BANK',
})

/** Sends money to a mobile money wallet (D28). */
export const payMobileMoney = definePayout({
  flow: 'mobile-money-payout',
  name: 'payMobileMoney',
  summary: 'Send a mobile money payout',
  basis: {
    of: 'seen',
    says: 'The specification names this call without its fields and its answer: path and fields were seen in public client code, the rest is chosen (D28).',
  },
  requestName: 'MobileMoneyPayoutRequest',
  fields: {
    sender: {},
    network: { network: filledText('network', 'Network code, for example MTN, VOD, ATM, ORANGE, MPS_KE.') },
    accountName: label('accountName', 'Name on the mobile money account.'),
    accountNumber: (settings) => mobileNumber("Recipient's", settings),
  },
  usualChannel: 'MOMO',
})
