import { bankRecord, createdBankPayout, createdMobileMoneyPayout, mobileMoneyRecord } from './payout-records.ts'
import { bankPayout, mobileMoneyPayout } from './payout-requests.ts'
import type { Body } from './requests.ts'
import type { Shop } from './shop.ts'

/** What the tests of both payouts differ in. */
export const payouts = [
  {
    flow: 'bank-payout',
    path: '/disbursements/bank',
    requestOf: bankPayout,
    pay: (shop: Shop, recipient?: Body, changes?: Body) => shop.payBank(recipient, changes),
    createdRecord: createdBankPayout,
    record: bankRecord,
    /** The number of a payout that fails. */
    failing: '0000009310',
  },
  {
    flow: 'mobile-money-payout',
    path: '/disbursements/mobilemoney',
    requestOf: mobileMoneyPayout,
    pay: (shop: Shop, recipient?: Body, changes?: Body) => shop.payMobileMoney(recipient, changes),
    createdRecord: createdMobileMoneyPayout,
    record: mobileMoneyRecord,
    failing: '0240009410',
  },
]
