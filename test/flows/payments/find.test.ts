import { expect, test } from 'vitest'
import { paidRecord } from '../../support/account-records.ts'
import { call } from '../../support/call.ts'
import { approvedRecord } from '../../support/mobile-money-records.ts'
import { at, expectRecord, openShop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

test('a status query answers 200 with the record in webhook form, for each flow', async () => {
  const receiver = await sandbox.receiver()
  const shop = await openShop(sandbox, { callbackUrl: receiver.url })
  const collected = (await shop.collect()).body
  const generated = (await shop.generate()).body
  await shop.runUntilIdle()
  const answers = [await shop.find(collected.id), await shop.find(generated.id)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expectRecord(answers[0]?.text ?? '', approvedRecord(collected, 3000))
  expectRecord(answers[1]?.text ?? '', paidRecord(generated, 3000))
  expect(receiver.webhooks.map(({ raw }) => raw.toString())).toEqual(answers.map(({ text }) => text))
})

test('a record is shown by the settings of the moment, however often it was queried before', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect({ amount: 10.5 })).body
  const amounts = []
  for (const form of ['number', 'string', 'number']) {
    await call(sandbox.url, '/_sandbox/business', { key: shop.apiKey, method: 'PATCH', body: { amounts: form } })
    for (const _ of [1, 2]) amounts.push((await shop.find(id)).body.amount)
  }
  expect(amounts).toEqual([10.5, 10.5, '10.5', '10.5', 10.5, 10.5])
})

test('a query is noted in the steps and changes nothing else', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect()).body
  await shop.advance('1s')
  const first = await shop.find(id)
  await shop.advance('1s')
  expect((await shop.find(id)).text).toBe(first.text)
  const { steps } = await shop.transaction({ id })
  expect(steps.filter(({ kind }) => kind === 'status_queried')).toMatchObject([
    { at: at(1000), kind: 'status_queried', status: 'INITIATED' },
    { at: at(2000), kind: 'status_queried', status: 'INITIATED' },
  ])
})
