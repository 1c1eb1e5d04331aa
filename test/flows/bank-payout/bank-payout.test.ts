import { expect, test } from 'vitest'
import { createdBankPayout as created, bankRecord as record } from '../../support/payout-records.ts'
import { expectRecord, openShop, openShopWithReceiver, start } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

test('texts are kept as they were sent, the account number too', async () => {
  const texts = { bank: ' 058 ', accountName: " Àma O'Mensah 🙂 ", accountNumber: ' GH-12 34/5 ' }
  const changes = { senderName: ' Kofi & Söhne ', reason: ' \n\tline\u2028two ', reference: ' Órder/1 #?&%20 ' }
  const shop = await openShop(sandbox)
  const answer = await shop.payBank(texts, changes)
  const { bank, accountName, accountNumber } = texts
  expectRecord(answer.text, [
    {
      ...created,
      id: answer.body[0].id,
      customer: { accountName, accountNumber, email: '' },
      metadata: { ...created.metadata, sender_name: changes.senderName },
      reason: changes.reason,
      network: bank,
      reference_business: changes.reference,
    },
  ])
  expect((await shop.find(answer.body[0].id)).body.customer).toEqual({ accountName, accountNumber })
})

test('white space alone is a sender, a bank and a reason', async () => {
  const answer = await (await openShop(sandbox)).payBank({ bank: ' ' }, { senderName: ' ', reason: ' ' })
  const metadata = { ...created.metadata, sender_name: ' ' }
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id, metadata, reason: ' ', network: ' ' }])
})

test('a slow bank takes one to three hours', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const accountNumber = '0000009351'
  const [created] = (await shop.payBank({ accountNumber })).body
  await shop.advance('1h')
  expect((await shop.find(created.id)).body.status).toBe('INITIATED')
  await shop.advance('2h')
  const { text, body } = await shop.find(created.id)
  const afterMs = Date.parse(body.updated_at) - Date.parse(start)
  expect(afterMs).toBeGreaterThan(3_600_000)
  expectRecord(text, { ...record.approved(created, afterMs), customer: { accountName: 'Ama Mensah', accountNumber } })
  expect(sent()).toEqual([text])
})
