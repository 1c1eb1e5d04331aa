import { expect, test } from 'vitest'
import { expectRefusal, openShop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

// D16, D17, D43: international digits in the create call's record; in the others trunk prefix and national digits.
test.each([
  [
    'GHS',
    '233241234567',
    '0241234567',
    ['0241234567', '241234567', '+233 24 123 4567', '00233241234567', '233-24-123-4567'],
  ],
  ['NGN', '2348031234567', '08031234567', ['08031234567', '8031234567', '+234 (0)803 123 4567', '2348031234567']],
  ['UGX', '256772123456', '0772123456', ['0772 123 456', '772123456', '+256772123456', '00256 772 123456']],
  ['XOF', '2250707123456', '0707123456', ['07 07 12 34 56', '+225 07 07 12 34 56', '2250707123456']],
  ['XAF', '237671234567', '671234567', ['6 71 23 45 67', '+237 671 23 45 67', '00237671234567']],
  ['KES', '254712345678', '0712345678', ['0712 345678', '712345678', '+254712345678', '254 712 345 678']],
  ['TZS', '255712345678', '0712345678', ['0712.345.678', '712345678', '+255-712-345-678']],
  ['ZMW', '260971234567', '0971234567', ['097/1234567', '971234567', '(+260) 97 1234567']],
])(
  'a number for %s is %s at creation and %s afterwards, however it was written',
  async (currency, international, local, written) => {
    const shop = await openShop(sandbox)
    for (const accountNumber of written) {
      const created = await shop.collect({ reference: accountNumber, currency, accountNumber, amount: 100 })
      expect(created.body.customer, accountNumber).toEqual({ accountName: 'Ama Mensah', accountNumber: international })
      const found = await shop.find(created.body.id)
      expect(found.body.customer, accountNumber).toEqual({ accountName: 'Ama Mensah', accountNumber: local })
    }
  },
)

test.each([
  ['XOF', '+221 77 123 45 67', '221771234567', '771234567'],
  ['XOF', '221771234567', '221771234567', '771234567'],
  ['XAF', '+241 077 12 34 56', '24177123456', '077123456'],
  ['XAF', '+235 66 12 34 56', '23566123456', '66123456'],
  ['GHS', '+256 772 123456', '256772123456', '0772123456'],
  ['EUR', '+233 24 123 4567', '233241234567', '0241234567'],
  ['USDT', '00254712345678', '254712345678', '0712345678'],
  ['GBP', '+44 7911 123456', '447911123456', '447911123456'],
])('for %s the number %s names its own country', async (currency, accountNumber, international, local) => {
  const shop = await openShop(sandbox)
  const created = (await shop.collect({ currency, accountNumber, amount: 100 })).body
  expect(created.customer.accountNumber).toBe(international)
  expect((await shop.find(created.id)).body.customer.accountNumber).toBe(local)
})

test.each([
  ['GHS', '024123456'],
  ['GHS', '02412345678'],
  ['GHS', '024 123 456x'],
  ['GHS', '+'],
  ['UGX', '08031234567'],
  ['XOF', '6 12 34 56 78'],
  ['GHS', '0712345678'],
  ['XAF', '071234567890'],
  ['EUR', '0241234567'],
  ['USD', '771234567'],
  ['GBP', '07911123456'],
  ['USDC', '447911123456'],
  ['USDT', '+12'],
])('for %s the number %s is none', async (currency, accountNumber) => {
  const answer = await (await openShop(sandbox)).collect({ currency, accountNumber, amount: 100 })
  expectRefusal(answer, 400, ['accountNumber must be a valid phone number'])
})
