import { at, start } from './shop.ts'

/** What a status query or a webhook shows of `virtualAccount()` once it was paid, keys in the order of D38. */
const paid = {
  id: '',
  amount: '5000.5',
  fee: '50.01', // 1 % is 50.005
  currency: 'NGN',
  status: 'COMPLETED',
  channel: 'BANK',
  type: 'DEBIT',
  reason: 'Invoice 7',
  network: '058',
  customer: { accountName: 'Ngozi Okafor', accountNumber: '+234 803 123 4567' },
  metadata: {},
  created_at: start,
  updated_at: start,
  checkout_url: null,
  message: '0000 | Switch | Approved',
  telco_response: 'APPROVED',
  virtual_account: { bank_name: 'Guaranty Trust Bank', account_name: 'Ngozi Okafor', account_number: '' },
  provider_message: 'Success',
  reference_business: 'invoice-7',
  bear_fee: 'customer',
}

/** The parts of a create call's record that only the answer knows. */
interface Created {
  readonly id: string
  readonly reference: string
  readonly customer: object
  readonly virtual_account: object
}

function recordOf({ id, reference, customer, virtual_account }: Created) {
  return { ...paid, id, customer, reference_business: reference, virtual_account }
}

/** The record of a virtual account that was paid so many milliseconds after the start. */
export function paidRecord(created: Created, afterMs: number, sums: { amount?: string; fee?: string } = {}) {
  return { ...recordOf(created), ...sums, updated_at: at(afterMs) }
}

/** The record of a virtual account that is still open. */
export function openRecord(created: Created, updatedMs = 0) {
  const open = {
    status: 'INITIATED',
    provider_message: 'Pending',
    message: null,
    telco_response: null,
    updated_at: at(updatedMs),
  }
  return { ...recordOf(created), ...open }
}

/** The record of a virtual account that failed so many milliseconds after the start: no fee, the amount as asked. */
export function failedRecord(created: Created, afterMs: number, result: Result) {
  const failed = { fee: '0', status: 'FAILED', provider_message: 'Failed', telco_response: null, ...result }
  return { ...recordOf(created), ...failed, updated_at: at(afterMs), instructions: null }
}

interface Result {
  readonly message: string
  readonly telco_response?: string | null
  readonly provider_message?: string
}

/** The record of a virtual account that was not paid in time. */
export function expiredRecord(created: Created, afterMs: number) {
  const message = '4200 | Customer | No transfer arrived in time, or not all of the sum'
  return failedRecord(created, afterMs, { message, provider_message: 'Expired' })
}
