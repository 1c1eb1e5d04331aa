import { expect, test } from 'vitest'
import { startWithScenarios } from '../../support/own-scenarios.ts'
import { at, expectRefusal, openShop } from '../../support/shop.ts'

const number = '0241234567'

async function openShopWith(scenario: string) {
  const sandbox = await startWithScenarios(`version: 1\nscenarios: { mine: ${scenario} }`)
  const shop = await openShop(sandbox)
  const { body } = await shop.collect({}, { 'x-sandbox-scenario': 'mine' })
  return { shop, created: body, submit: (otp: string) => shop.post('/collections/otp', { id: body.id, otp }) }
}

test('a scenario names its own OTP and what the SMS costs', async () => {
  const { shop, created, submit } = await openShopWith('{ otp: { code: "0042", smsFee: 0.1 } }')
  expect(created.metadata).toEqual({ smsFee: 0.1 })
  expect(await shop.phone(number).otp()).toBe('0042')
  expect((await submit('0042')).status).toBe(200)
})

test('a scenario says how many wrong OTPs are too many', async () => {
  const { shop, created, submit } = await openShopWith('{ otp: { attempts: 1 } }')
  expectRefusal(await submit('wrong'), 400, 'Invalid OTP')
  expect((await shop.find(created.id)).body.status).toBe('FAILED')
})

test('a scenario says how long its OTP lives', async () => {
  const { shop, created } = await openShopWith('{ otp: { expires: 90s } }')
  await shop.advance('89s')
  expect((await shop.find(created.id)).body.status).toBe('INITIATED')
  await shop.advance('1s')
  expect((await shop.find(created.id)).body).toMatchObject({
    status: 'FAILED',
    message: '4200 | Customer | Wrong one-time password, or none in time',
  })
})

test('the outcome counts from the acceptance of the OTP', async () => {
  const scenario = '{ otp: true, after: 20s, outcome: { failed: insufficient_customer_balance } }'
  const { shop, created, submit } = await openShopWith(scenario)
  await shop.advance('1m')
  await submit(await shop.phone(number).otp())
  await shop.advance('19s')
  expect((await shop.find(created.id)).body.status).toBe('PENDING')
  await shop.advance('1s')
  expect((await shop.find(created.id)).body).toMatchObject({
    status: 'FAILED',
    message: '4100 | Customer | Balance too low, or an account limit was reached',
    updated_at: at(80_000),
  })
})
