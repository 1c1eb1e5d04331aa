import { filledText, label, mobileNumber } from '../../contract/common-fields.ts'
import { definePayout } from './define-payout.ts'

/** Sends money from the merchant's wallet to a mobile money wallet (D28). */
export const payMobileMoney = definePayout({
  flow: 'mobile-money-payout',
  path: '/disbursements/mobilemoney',
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
