import { at, start } from './shop.ts'

/** The create call's record of `mobileMoney()`, keys in the order of spec 4.1. */
export const createdCollection = {
  id: '',
  amount: 100.5,
  fee: 1.51,
  currency: 'GHS',
  status: 'INITIATED',
  channel: 'MOMO',
  type: 'DEBIT',
  customer: { accountName: 'Ama Mensah', accountNumber: '233241234567' },
  metadata: { smsFee: 0 },
  reason: 'Order 1',
  network: 'MTN',
  checkout_url: null,
  provider_message: 'Pending',
  reference_business: 'order-1',
  created_at: start,
  updated_at: start,
  virtual_account: null,
  message: null,
  telco_response: null,
  bear_fee: 'customer',
}

/** What a status query or a webhook shows of `mobileMoney()` once it was approved, keys in the order of spec 6.2. */
const approved = {
  id: '',
  amount: '100.5',
  fee: '1.51', // 1.5 % is 1.5075
  currency: 'GHS',
  status: 'COMPLETED',
  channel: 'MOMO',
  type: 'DEBIT',
  reason: 'Order 1',
  network: 'MTN',
  customer: { accountName: 'Ama Mensah', accountNumber: '0241234567' },
  metadata: { smsFee: 0 },
  created_at: start,
  updated_at: start,
  checkout_url: null,
  message: '0000 | Switch | Approved',
  telco_response: 'APPROVED',
  virtual_account: null,
  provider_message: 'Success',
  reference_business: 'order-1',
  bear_fee: 'customer',
}

interface Created {
  readonly id: string
  readonly reference_business: string
}

interface Result {
  readonly message: string
  readonly telco_response: string | null
  readonly provider_message?: string
}

export function openRecord(created: Created) {
  const open = { status: 'INITIATED', provider_message: 'Pending', message: null, telco_response: null }
  return { ...approvedRecord(created, 0), ...open }
}

/** The record of a collection that was approved so many milliseconds after the start. */
export function approvedRecord({ id, reference_business }: Created, afterMs: number) {
  return { ...approved, id, reference_business, updated_at: at(afterMs) }
}

/** The record of a collection that failed so many milliseconds after the start: no fee, and instructions (D24). */
export function failedRecord({ id, reference_business }: Created, afterMs: number, result: Result) {
  const failed = { id, reference_business, fee: '0', status: 'FAILED', provider_message: 'Failed', ...result }
  const isPromptMissed = result.message === '4200 | Customer | Wrong PIN, or no answer to the prompt in time'
  return { ...approved, ...failed, updated_at: at(afterMs), instructions: isPromptMissed ? howToFindThePrompt : null }
}

const howToFindThePrompt =
  "If no prompt appeared on your phone, open your network's mobile money menu, choose My Approvals, and approve the pending payment with your PIN."
