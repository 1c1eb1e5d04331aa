import { expect, test } from 'vitest'
import { expectRefusal, openShop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const path = '/collections/mobilemoney'

test('a key named __proto__ is a key like any other', async () => {
  const shop = await openShop(sandbox)
  const answer = await shop.post(path, '{"__proto__":{"amount":5,"currency":"GHS"},"constructor":1}')
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('amount is required')
})

test('with validationShape list the failed rules are a list, and every other refusal stays an object', async () => {
  const shop = await openShop(sandbox, { validationShape: 'list' })
  const answer = await shop.collect({ network: '', accountName: '' })
  expect(answer.status).toBe(400)
  expect(answer.text).toBe(
    '[{"message":"network cannot be empty"},{"message":"network must be at least 1 character long"},{"message":"accountName cannot be empty"}]',
  )
  expect((await shop.generate({ reason: 7 })).body).toEqual([
    { message: 'reason must be a valid string' },
    { message: 'reason must be at least 1 character long' },
  ])
  expectRefusal(await shop.post(path, '[]'), 400, 'Request body must be a valid JSON object')
  await shop.collect()
  expectRefusal(await shop.collect(), 400, 'Duplicate reference')
})
