import type { Body } from './requests.ts'

/** A valid body of POST /disbursements/bank, but for what a test changes in its recipient and beside it. */
export function bankPayout(recipient: Body = {}, changes: Body = {}): Body {
  return {
    senderName: 'Kofi Ltd',
    recipients: [
      {
        amount: 250.5,
        currency: 'GHS',
        bank: 'GCB',
        accountName: 'Ama Mensah',
        accountNumber: '1234567890123',
        ...recipient,
      },
    ],
    reference: 'payout-1',
    reason: 'Salary 7',
    ...changes,
  }
}

/** A valid body of POST /disbursements/mobilemoney, but for what a test changes in its recipient and beside it. */
export function mobileMoneyPayout(recipient: Body = {}, changes: Body = {}): Body {
  return {
    recipients: [
      {
        amount: 250.5,
        currency: 'GHS',
        network: 'MTN',
        accountName: 'Ama Mensah',
        accountNumber: '024 123 4567',
        ...recipient,
      },
    ],
    reference: 'payout-1',
    reason: 'Salary 7',
    ...changes,
  }
}
