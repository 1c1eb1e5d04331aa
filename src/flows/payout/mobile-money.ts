import { filledText, label, mobileNumber } from '../../contract/common-fields.ts'
import { definePayout } from './define-payout.ts'

/** Sends money from the merchant's wallet to a mobile money wallet (D28). */
export const payMobileMoney = definePayout({
  flow: 'mobile-money-payout',
  path: '/disbursements/mobilemoney',
  name: 'payMobileMoney',
  summary: 'Send a mobile money payout',
  requestName: 'MobileMoneyPayoutRequest',
  fields: {
    sender: {},
    network: { network: filledText('network', 'Network code, for example MTN, VOD, ATM, ORANGE, MPS_KE.') },
    accountName: label('accountName', 'Name on the mobile money account.'),
    accountNumber: (settings) => mobileNumber("Recipient's", settings),
  },
  usualChannel: 'MOMO',
})
