import { expect, test } from 'vitest'
import { createdMobileMoneyPayout as created } from '../../support/payout-records.ts'
import { expectRecord, openShop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

test.each([
  ['GHS', '+233 (0)24-123.4567', '233241234567', '0241234567'],
  ['NGN', '0803 123 4567', '2348031234567', '08031234567'],
  ['XOF', '221771234567', '221771234567', '771234567'],
  ['USD', '+254 712 345678', '254712345678', '0712345678'],
] as const)(
  'a number in %s written %s is %s in the answer and %s in the query',
  async (currency, sent, digits, local) => {
    const shop = await openShop(sandbox)
    const answer = await shop.payMobileMoney({ currency, accountNumber: sent, amount: 100 })
    expect(answer.body[0].customer).toEqual({ accountName: 'Ama Mensah', accountNumber: digits })
    const found = await shop.find(answer.body[0].id)
    expect(found.body.customer).toEqual({ accountName: 'Ama Mensah', accountNumber: local })
  },
)

test("a senderName and metadata are none of this flow's fields, and leave the record alone", async () => {
  const answer = await (await openShop(sandbox)).payMobileMoney({}, { senderName: 'Kofi Ltd', metadata: { a: 1 } })
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id }])
})
