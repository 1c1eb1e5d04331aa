import { label } from '../../contract/common-fields.ts'
import { definePayout } from './define-payout.ts'
import { bank, senderName } from './fields.ts'

/** Sends money from the merchant's wallet to a bank account (spec 4.4). */
export const payBank = definePayout({
  flow: 'bank-payout',
  path: '/disbursements/bank',
  name: 'payBank',
  summary: 'Send a bank payout',
  requestName: 'BankPayoutRequest',
  fields: {
    sender: { senderName: senderName() },
    network: { bank: bank() },
    accountName: label('accountName', 'Account holder name.'),
    accountNumber: () => label('accountNumber', "Recipient's bank account number."),
  },
  usualChannel: 'BANK',
})
