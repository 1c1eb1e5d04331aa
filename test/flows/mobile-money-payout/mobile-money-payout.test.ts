import { test } from 'vitest'
import { createdMobileMoneyPayout as created } from '../../support/payout-records.ts'
import { expectRecord, openShop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

test("a senderName and metadata are none of this flow's fields, and leave the record alone", async () => {
  const answer = await (await openShop(sandbox)).payMobileMoney({}, { senderName: 'Kofi Ltd', metadata: { a: 1 } })
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id }])
})
