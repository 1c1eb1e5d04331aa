import { bodyOf } from '../../contract/body.ts'
import {
  amount,
  callbackURL,
  currency,
  email,
  filledText,
  label,
  metadata,
  optionalText,
  reference,
} from '../../contract/common-fields.ts'
import { namedRequest } from '../../contract/named.ts'
import { admitVirtualAccount } from '../admission.ts'
import { collectionBody, collectionIntent } from '../collection.ts'
import { defineCreate } from '../define-create.ts'
import { virtualAccountCollection, virtualAccountCreated } from './record.ts'

const request = bodyOf({
  amount: amount(),
  currency: currency(),
  network: filledText('network', 'Bank code used for virtual account generation.'),
  accountName: label('accountName', 'Name of the paying customer.'),
  accountNumber: label('accountNumber', "The customer's mobile number or identifier."),
  reason: filledText('reason', 'Description.'),
  reference: reference(),
  callbackURL: callbackURL(),
  metadata: metadata(),
  email: email(),
  failureCallbackURL: optionalText('failureCallbackURL', 'Kept, with no visible effect (D40).'),
})

/** Generates a bank account for one transfer (spec 4.3). The customer's number is kept as it was sent (D16). */
export const generateVirtualAccount = defineCreate({
  flow: 'virtual-account',
  name: 'generateVirtualAccount',
  summary: 'Generate a virtual bank account for a transfer',
  body: namedRequest('VirtualAccountRequest', request),
  created: virtualAccountCreated,
  final: virtualAccountCollection,
  toRequest: (body) => ({
    intent: collectionIntent(body, { flow: 'virtual-account', channel: 'BANK', metadata: body.metadata ?? {} }),
    admit: admitVirtualAccount,
  }),
  toBody: collectionBody,
})
