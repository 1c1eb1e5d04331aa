import { expect, test } from 'vitest'
import { openShop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

// D1: spec 7.1 names 201 beside 200.
test.each([200, 201] as const)(
  'under createdStatus: %i create calls answer it, all other answers stay',
  async (createdStatus) => {
    const shop = await openShop(sandbox, { createdStatus })
    const collected = await shop.collect({ reference: 'order-1' }, { 'x-sandbox-scenario': 'otp' })
    const answers = [
      collected,
      await shop.generate(),
      await shop.payBank(),
      await shop.payMobileMoney({}, { reference: 'payout-2' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(createdStatus))
    const { id } = collected.body
    expect((await shop.collect({ reference: 'order-1' })).status).toBe(400)
    const otp = await shop.phone('0241234567').otp()
    expect((await shop.post('/collections/otp', { id, otp })).status).toBe(200)
    expect((await shop.find(id)).status).toBe(200)
    const { data } = (await shop.get('/_sandbox/requests?path=/disbursements/bank')).body
    expect(data).toMatchObject([{ status: createdStatus }])
  },
)

test('half a reply has the status too', async () => {
  const shop = await openShop(sandbox, { createdStatus: 201 })
  expect((await shop.collect({}, { 'x-sandbox-scenario': 'malformed-reply' })).status).toBe(201)
})
