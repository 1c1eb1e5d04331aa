import { expect, test } from 'vitest'
import { virtualAccount, without } from '../../support/requests.ts'
import { expectRefusal, openShop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

const path = '/collections/virtual-account'

test('the precision of an amount is judged by the currency that was sent, and before the currency is', async () => {
  const answer = await (await openShop(sandbox)).generate({ currency: 'UGX', amount: 1.5 })
  expectRefusal(answer, 400, ['amount must have at most 0 decimal places'])
})

test('of several business rules the first answers: duplicate, then NGN, then enabled', async () => {
  const shop = await openShop(sandbox, { currencies: ['KES', 'UGX'] })
  await shop.collect({ currency: 'UGX', accountNumber: '0772123456', amount: 5, reference: 'taken' })
  expectRefusal(await shop.generate({ currency: 'GHS', reference: 'taken' }), 400, 'Duplicate reference')
  expectRefusal(await shop.generate({ currency: 'GHS' }), 400, 'Currency must be NGN')
  expectRefusal(await shop.generate(), 400, 'Currency NGN is not enabled for this business')
  expectRefusal(await shop.collect({ reference: 'taken' }), 400, 'Duplicate reference')
})

test('field rules come before the scenario, and the scenario before the business rules', async () => {
  const shop = await openShop(sandbox)
  await shop.generate()
  const unknown = { 'x-sandbox-scenario': 'nothing-of-the-kind' }
  const answer = await shop.post(path, without(virtualAccount(), 'reason'), unknown)
  expect(answer.body.message[0]).toBe('reason is required')
  expect((await shop.generate({}, unknown)).body.message).toMatch(/^Unknown scenario nothing-of-the-kind/)
  expectRefusal(await shop.generate(), 400, 'Duplicate reference')
})
