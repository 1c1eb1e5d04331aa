import { bankRecord, createdBankPayout, createdMobileMoneyPayout, mobileMoneyRecord } from './payout-records.ts'
import { bankPayout, mobileMoneyPayout } from './payout-requests.ts'
import type { Body } from './requests.ts'
import type { Shop } from './shop.ts'

/** A scenario that fails a payout: its name, the number that chooses it, after how long, and what the record says. */
type Failure = readonly [
  scenario: string,
  accountNumber: string,
  afterMs: number,
  message: string,
  telco: string | null,
]

const bankFailures: readonly Failure[] = [
  ['switch-error', '0000009310', 5000, '3100 | Switch | The switch could not process the transaction', 'Timeout'],
  ['invalid-account-number', '1230009327', 3000, '5200 | Merchant | Account number is not valid', null],
  ['customer-mismatch', '0009333', 3000, '3300 | Switch | Customer details do not match', null],
]
const mobileMoneyFailures: readonly Failure[] = [
  ['provider-error', '0240009410', 3000, "3120 | Provider | The provider's backend failed", null],
  ['provider-liquidity', '0240009427', 3000, "6400 | Provider | The provider's float at the switch is too low", null],
]

/** What the tests of both payouts differ in. */
export const payouts = [
  {
    flow: 'bank-payout',
    path: '/disbursements/bank',
    requestOf: bankPayout,
    pay: (shop: Shop, recipient?: Body, changes?: Body) => shop.payBank(recipient, changes),
    createdRecord: createdBankPayout,
    record: bankRecord,
    emptyNumber: ['accountNumber cannot be empty'],
    /** Numbers that lead to a payout that fails, and to one that is refused for lack of money. */
    numbers: { failing: '0000009310', refused: '0000009340' },
    failures: bankFailures,
  },
  {
    flow: 'mobile-money-payout',
    path: '/disbursements/mobilemoney',
    requestOf: mobileMoneyPayout,
    pay: (shop: Shop, recipient?: Body, changes?: Body) => shop.payMobileMoney(recipient, changes),
    createdRecord: createdMobileMoneyPayout,
    record: mobileMoneyRecord,
    emptyNumber: ['accountNumber cannot be empty', 'accountNumber must be a valid phone number'],
    numbers: { failing: '0240009410', refused: '0240009340' },
    failures: mobileMoneyFailures,
  },
]
