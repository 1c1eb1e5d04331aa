import { expect, test } from 'vitest'
import { changeNames } from '../../../src/judge/explore/changes.ts'
import { folderWith } from '../../support/cli.ts'
import * as account from '../../support/merchants/account-merchant.ts'
import { type Bought, exploreBought } from '../../support/merchants/bought.ts'
import * as carts from '../../support/merchants/cart-merchant.ts'
import { Merchant } from '../../support/merchants/merchant.ts'
import * as paying from '../../support/merchants/paying-merchant.ts'
import * as right from '../../support/merchants/right-merchants.ts'

/** `npm run merchants` plays 1,000 of each. */
const runs = Number(process.env.MERCHANT_RUNS ?? 45)

const orders: Bought = { orders: ['approve', 'approve'], asks: true }
const failing: Bought = { orders: ['approve', 'wrong-pin', 'timeout'], asks: true }
const payouts: Bought = { withdrawals: ['approve', 'switch-error'], asks: true }
const refused: Bought = { withdrawals: ['cannot-process', 'too-many-requests', 'failed-without-webhook'], asks: true }
const accounts: Bought = { orders: ['approve', 'va-underpaid', 'va-overpaid'], asks: true }
const oddAccounts: Bought = { orders: ['va-split', 'va-expiry', 'other-amount'], asks: true }
const cart: Bought = { orders: ['slow-approval', 'approve'], asks: true }

test.each<readonly [string, typeof Merchant, Bought]>([
  ['Merchant with two orders', Merchant, orders],
  ['Merchant with orders that fail', Merchant, failing],
  ['LocksTheOrder with two orders', right.LocksTheOrder, orders],
  ['AddsToTheBalance with two orders', right.AddsToTheBalance, orders],
  ['RemembersAfterTheCheck with two orders', right.RemembersAfterTheCheck, orders],
  ['RollsBackTheMemory with two orders', right.RollsBackTheMemory, orders],
  ['AsksAboutEachWebhook with two orders', right.AsksAboutEachWebhook, orders],
  ['PayingMerchant with payouts', paying.PayingMerchant, payouts],
  ['PayingMerchant with refused payouts', paying.PayingMerchant, refused],
  ['PayingMerchant with orders and payouts', paying.PayingMerchant, { orders: ['approve'], ...payouts }],
  ['PaysToBanks with payouts', paying.PaysToBanks, payouts],
  ['TriesRefusedAgain with payouts', right.TriesRefusedAgain, payouts],
  ['TriesRefusedAgain with refused payouts', right.TriesRefusedAgain, refused],
  ['SellsOne with two orders', right.SellsOne, orders],
  ['AccountMerchant with virtual accounts', account.AccountMerchant, accounts],
  ['AccountMerchant with odd virtual accounts', account.AccountMerchant, oddAccounts],
  ['OpensAnotherAccount with virtual accounts', right.OpensAnotherAccount, accounts],
  ['CartMerchant with a cart', carts.CartMerchant, { orders: ['slow-approval', null], asks: true }],
  ['CreditsBothPayments with a cart', right.CreditsBothPayments, cart],
])(`a right merchant is not accused in ${runs} runs: %s`, { timeout: 600_000 }, async (_name, Kind, bought) => {
  const { runs: played, notReached } = await exploreBought(Kind, bought, { runs, partial: true, found: folderWith() })
  expect(played).toBe(runs)
  expect(notReached.length).toBeLessThan(changeNames.length)
})
