import type { z } from 'zod'
import { localForm } from '../../domain/phone.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Status, Transaction } from '../../domain/transaction.ts'
import { asCreated, asNow, type Moment, recordHead, recordTimes, shownMessage } from '../record.ts'
import type { mobileMoneyCollection, mobileMoneyCreated } from './answer.ts'

type Created = z.output<typeof mobileMoneyCreated>

/** The record as the create call answers it: the number in international digits (D16). */
export function presentCreated(transaction: Transaction, settings: Settings): Created {
  return presentOpen(transaction, settings, asCreated(transaction))
}

/** The record as the OTP's answer shows it: PENDING, in the create call's form (D26). */
export function presentDebited(transaction: Transaction, settings: Settings): Created {
  const { updatedAt } = transaction
  return presentOpen(transaction, settings, { form: 'create', status: 'PENDING', result: null, updatedAt })
}

/** The record as webhooks and status queries show it: the number in local form (D16). */
export function presentFinal(transaction: Transaction, settings: Settings): z.output<typeof mobileMoneyCollection> {
  const moment = asNow(transaction)
  const tail = {
    message: shownMessage(moment),
    telco_response: moment.result?.telcoResponse ?? null,
    reference_business: transaction.reference,
    bear_fee: transaction.bearFee,
    virtual_account: null,
  }
  return Object.assign(
    head(transaction, settings, moment, localForm(transaction.customer.accountNumber)),
    tail,
    moment.status === 'FAILED' ? { instructions } : {},
    recordTimes(transaction, moment),
  )
}

function presentOpen(transaction: Transaction, settings: Settings, moment: Moment<Created['status']>): Created {
  // Assigned: keys of a literal that stand after a spread are slow on this hot path (measured).
  return Object.assign(head(transaction, settings, moment, transaction.customer.accountNumber), {
    message: null,
    telco_response: null,
    reference_business: transaction.reference,
    bear_fee: transaction.bearFee,
    virtual_account: null,
    ...recordTimes(transaction, moment),
  })
}

function head<S extends Status>(
  transaction: Transaction,
  settings: Settings,
  moment: Moment<S>,
  accountNumber: string,
) {
  return recordHead(transaction, settings, {
    moment,
    type: 'DEBIT' as const,
    customer: { accountName: transaction.customer.accountName, accountNumber },
    metadata: transaction.metadata,
    reason: transaction.reason ?? '',
    openMessage: 'Pending',
  })
}

/** What a customer can do who saw no prompt (D24). */
const instructions =
  "If no prompt appeared on your phone, open your network's mobile money menu, choose My Approvals, and approve the pending payment with your PIN."
