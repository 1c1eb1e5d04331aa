import type { z } from 'zod'
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
import { extrasOf, type Intent } from '../../domain/transaction.ts'
import { admitVirtualAccount } from '../admission.ts'
import type { CreateRequest } from '../define-create.ts'

/** The body of POST /collections/virtual-account (spec 4.3). */
export const virtualAccountRequest = bodyOf({
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

/** The customer's number is kept as it was sent (D16). */
export function toRequest(body: z.output<typeof virtualAccountRequest>): CreateRequest {
  const { amount: askedMinor, reference, currency, network, reason, accountName, accountNumber, metadata = {} } = body
  const intent: Intent = {
    flow: 'virtual-account',
    reference,
    currency,
    askedMinor,
    channel: 'BANK',
    network,
    reason,
    customer: { accountName, accountNumber },
    metadata,
    callbackUrl: body.callbackURL ?? null,
    extras: extrasOf(body),
    conversion: null,
  }
  return { intent, admit: admitVirtualAccount }
}
