import { expect, test } from 'vitest'
import { openSharedSandbox } from '../../support/opened-sandbox.ts'
import { shopWithCli } from '../../support/shop-with-cli.ts'
import { startMerchant } from '../../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

const open = (settings = {}) => shopWithCli(sandbox, settings)

test('approve takes the merchant’s reference or the id, and tells what it made happen', async () => {
  const merchant = await startMerchant()
  const { shop, cli } = open({ callbackUrl: merchant.url })
  const ids: string[] = []
  for (const reference of ['order-1', 'order-2']) ids.push((await shop.collect({ reference })).body.id)
  const { code, stdout, stderr } = await cli('approve', 'order-1')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(`order-1  COMPLETED  mobile-money  100 GHS  ${ids[0]}
2026-01-31 in sandbox time (UTC)
12:00:00  order-1  approve by hand
12:00:00  order-1  COMPLETED  approved
`)
  const byId = JSON.parse((await cli('approve', ids[1] ?? '', '--json')).stdout)
  expect(byId).toMatchObject({ id: ids[1], status: 'COMPLETED', reference_business: 'order-2' })
})

test.each([
  ['decline', [], 'wrong_pin'],
  ['ignore', [], 'prompt_timeout'],
  ['fail', ['switch_busy'], 'switch_busy'],
])('%s %j fails the transaction with %s', async (action, more, result) => {
  const { shop, cli } = open()
  const { id } = (await shop.collect({ reference: 'order-7' })).body
  const { code, stdout } = await cli(action, 'order-7', ...more)
  expect(code).toBe(0)
  expect(stdout).toContain(`order-7  FAILED  mobile-money  100 GHS  ${id}\n`)
  expect(stdout).toMatch(new RegExp(`^12:00:00  order-7  FAILED  ${result}$`, 'm'))
})

test('expire ends a virtual account', async () => {
  const { shop, cli } = open()
  await shop.generate({ reference: 'invoice-7' })
  expect(JSON.parse((await cli('expire', 'invoice-7', '--json')).stdout)).toMatchObject({ status: 'FAILED' })
})

test('pin answers the newest prompt of a phone, or the one of a transaction', async () => {
  const { shop, cli } = open()
  const number = '0241234567'
  for (const reference of ['order-1', 'order-2', 'order-3']) await shop.collect({ reference, accountNumber: number })
  expect((await cli('pin', number, '0000')).stdout).toMatch(/^order-3 {2}COMPLETED /)
  expect((await cli('pin', '+233 24 123 4567', '9999', '--transaction', 'order-1')).stdout).toMatch(
    /^order-1 {2}FAILED /,
  )
  expect(JSON.parse((await cli('pin', number, '0000', '--json')).stdout)).toMatchObject({
    reference_business: 'order-2',
  })
})

test('otp prints nothing but the OTP, and waits for one', async () => {
  const { shop, cli } = open({ smsOtp: ['MTN'] })
  const waiting = cli('otp', '0241234567', '--wait', '15s')
  const { id } = (await shop.collect({ accountNumber: '0241234567' })).body
  const { code, stdout, stderr } = await waiting
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^\d{6}\n$/)
  expect(JSON.parse((await cli('otp', '0241234567', '--json')).stdout)).toEqual({
    otp: stdout.trim(),
    transactionId: id,
  })
})

test('pay takes the account’s number, the reference or the id; a sum, or what is due', async () => {
  const { shop, cli } = open({ partialPayments: 'hold' })
  const { body } = await shop.generate({ reference: 'invoice-7' })
  const { account_number: number } = body.virtual_account
  const part = await cli('pay', number, '12.5', '--sender', 'Ngozi Adeyemi')
  expect(part.stdout).toMatch(
    /^invoice-7 {2}INITIATED .*\n.*\n12:00:00 {2}invoice-7 {2}transfer of 12\.5 NGN from Ngozi Adeyemi$/m,
  )
  const rest = JSON.parse((await cli('pay', 'invoice-7', '--json')).stdout)
  expect(rest).toMatchObject({ status: 'COMPLETED', id: body.id })
  expect((await cli('pay', body.id, '1')).stdout).toContain(': the transaction was already COMPLETED')
})

test('replay sends a webhook again, named by its id or by its transaction', async () => {
  const merchant = await startMerchant()
  const { shop, cli } = open({ callbackUrl: merchant.url })
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  await shop.advance('3s')
  const again = await cli('replay', 'order-1')
  expect(again.code).toBe(0)
  expect(again.stdout).toMatch(new RegExp(`^webhook \\S+ to ${merchant.url}: attempt 2 answered 200 after \\d+ ms\n$`))
  const webhook = JSON.parse((await cli('replay', id, '--json')).stdout)
  expect(JSON.parse((await cli('replay', webhook.id, '--json')).stdout).attempts).toHaveLength(4)
  expect(merchant.webhooks).toHaveLength(4)
  expect(new Set(merchant.webhooks.map(({ body }) => JSON.stringify(body))).size).toBe(1)
})
