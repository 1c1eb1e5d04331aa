import { expect, test } from 'vitest'
import {
  type Account,
  differenceWords,
  outcomeWords,
  shownAccount,
  suggestions,
} from '../../src/dashboard/bank/account.ts'
import { openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()

const accountsOf = async (shop: Shop): Promise<readonly Account[]> =>
  (await shop.get('/_sandbox/virtual-accounts')).body.data
const accountOf = async (shop: Shop): Promise<Account> => {
  const [account] = await accountsOf(shop)
  if (account === undefined) throw new Error('The shop has no account')
  return account
}

test('the account that is named is shown, else the one from before, else one that waits for money, else the newest', async () => {
  const shop = sandbox.shop()
  await shop.generate({ reference: 'invoice-1', accountNumber: '08030009201' })
  await shop.advance('1s')
  const { id } = (await shop.generate({ reference: 'invoice-2' })).body
  await shop.post(`/_sandbox/transactions/${id}/approve`)
  const accounts = await accountsOf(shop)
  const [newest, waiting] = accounts
  expect(shownAccount(null, null, accounts)).toBe(waiting)
  expect(shownAccount(null, newest?.accountNumber ?? '', accounts)).toBe(newest)
  expect(shownAccount(newest?.accountNumber ?? '', waiting?.accountNumber ?? '', accounts)).toBe(newest)
  expect(shownAccount('1', null, accounts)).toBe(waiting)
  expect(shownAccount(null, null, [])).toBe(null)
})

test('the sums to try are exact, less, half and more, and none twice', () => {
  expect(suggestions({ due: 5000.5, asked: 5000.5 }).map(({ name, amounts }) => `${name} ${amounts}`)).toEqual([
    'Exactly 5000.5',
    'Less 4500.45',
    'In parts 2500.25,2500.25',
    'More 5500.55',
  ])
  expect(suggestions({ due: 0.01, asked: 0.01 })).toEqual([{ name: 'Exactly', amounts: [0.01] }])
  expect(suggestions({ due: 0.01, asked: 5000 })).toEqual([{ name: 'The rest', amounts: [0.01] }])
  expect(suggestions({ due: 0.03, asked: 0.03 }).map(({ amounts }) => amounts)).toContainEqual([0.02, 0.01])
})

/** The announced outcome of a transfer into a new account of such a business, and the account's status after it. */
for (const [settings, amount, isLate] of [
  [{}, 5000, false],
  [{}, 4000, false],
  [{}, 6000, false],
  [{ partialPayments: 'hold' }, 4000, false],
  [{ partialPayments: 'hold' }, 5000, false],
  [{ partialPayments: 'fail' }, 4000, false],
  [{ partialPayments: 'fail' }, 5000, false],
  [{}, 5000, true],
  [{ lateTransfers: 'accept' }, 5000, true],
  [{ lateTransfers: 'accept', partialPayments: 'fail' }, 4000, true],
  [{ lateTransfers: 'accept', partialPayments: 'hold' }, 4000, true],
] as const) {
  test(`what ${amount} will do is what it does: ${JSON.stringify(settings)}${isLate ? ', late' : ''}`, async () => {
    const shop = sandbox.shop(settings)
    const { id } = (await shop.generate({ accountNumber: '08030009201' })).body
    if (isLate) await shop.post(`/_sandbox/transactions/${id}/expire`)
    const account = await accountOf(shop)
    const words = outcomeWords(account, amount)
    await shop.post(`/_sandbox/virtual-accounts/${account.accountNumber}/transfers`, { amount })
    const status = await shop.statusOf(id)
    const says = /completes/.test(words) ? 'COMPLETED' : /payment fails/.test(words) ? 'FAILED' : account.status
    expect([words, says]).toEqual([words, status])
  })
}

test('an account that failed without expiring takes no transfer, even if late ones are accepted', async () => {
  const shop = sandbox.shop({ lateTransfers: 'accept' })
  const { id } = (await shop.generate()).body
  await shop.post(`/_sandbox/transactions/${id}/fail`, { result: 'switch_error' })
  expect(outcomeWords(await accountOf(shop), 5000)).toBe('It has failed: the transfer is recorded but changes nothing.')
})

test('a payment that is not the sum asked for says what is short or over', () => {
  const words = (received: number) => differenceWords({ asked: 5000, received, currency: 'NGN' })
  expect([0, 4995, 5000, 5700, 4999.9].map(words)).toEqual([
    '',
    'NGN 5.00 short',
    '',
    'NGN 700.00 over',
    'NGN 0.10 short',
  ])
})
