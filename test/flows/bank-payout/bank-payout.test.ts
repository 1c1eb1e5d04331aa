import { expect, test } from 'vitest'
import { bankRecord as record } from '../../support/payout-records.ts'
import { expectRecord, openShopWithReceiver, start } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

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
