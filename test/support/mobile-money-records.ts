import { at, start } from './shop.ts'

/** What a status query or a webhook shows of `mobileMoney()` once it was approved, keys in the order of D38. */
const approved = {
  id: '',
  amount: '100.5',
  fee: '1.51', // 1.5 % is 1.5075
  currency: 'GHS',
  status: 'COMPLETED',
  channel: 'MOMO',
  type: 'DEBIT',
  customer: { accountName: 'Ama Mensah', accountNumber: '0241234567' },
  metadata: { smsFee: 0 },
  reason: 'Order 1',
  network: 'MTN',
  checkout_url: null,
  provider_message: 'Success',
  message: '0000 | Switch | Approved',
  telco_response: 'APPROVED',
  reference_business: 'order-1',
  bear_fee: 'customer',
  virtual_account: null,
  created_at: start,
  updated_at: start,
}

/** The parts of a create call's record that only the answer, or the test, can tell. */
interface Created {
  readonly id: string
  readonly reference_business: string
}

/** What the result of a failed collection says. */
interface Result {
  readonly message: string
  readonly telco_response: string | null
  readonly provider_message?: string
}

/** The record of a collection that was approved so many milliseconds after the start. */
export function approvedRecord({ id, reference_business }: Created, afterMs: number) {
  return { ...approved, id, reference_business, updated_at: at(afterMs) }
}

/** The record of a collection that failed so many milliseconds after the start: no fee, and instructions (D24). */
export function failedRecord({ id, reference_business }: Created, afterMs: number, result: Result) {
  const { created_at, updated_at: _, ...record } = approved
  const failed = { id, reference_business, fee: '0', status: 'FAILED', provider_message: 'Failed', ...result }
  return { ...record, ...failed, instructions, created_at, updated_at: at(afterMs) }
}

const instructions =
  "If no prompt appeared on your phone, open your network's mobile money menu, choose My Approvals, and approve the pending payment with your PIN."
