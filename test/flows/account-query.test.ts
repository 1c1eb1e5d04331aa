import { expect, test } from 'vitest'
import { startSandbox } from '../../src/testing/index.ts'
import { openShop, start } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const path = '/accountquery?currency=NGN&accountCode=058&accountNumber=0123456789'

test('an account has a holder, always the same one', async () => {
  const shop = await openShop(sandbox)
  const answer = await shop.get(path)
  expect(answer.status).toBe(200)
  const { accountName } = answer.body
  expect(accountName).toMatch(/^\S+ \S+$/)
  expect(answer.text).toBe(JSON.stringify({ accountName, accountNumber: '0123456789' }))
  const again = await Promise.all(Array.from({ length: 20 }, () => shop.get(path)))
  expect(new Set(again.map(({ text }) => text))).toEqual(new Set([answer.text]))
  await shop.reset()
  expect((await shop.get(path)).text).toBe(answer.text)
})

test('the same account has the same holder in another sandbox of the same seed', async () => {
  const other = await startSandbox({ clock: start })
  const key = 'test_same'
  const names = [await (await openShop(sandbox, { key })).get(path), await (await openShop(other, { key })).get(path)]
  await other.stop()
  expect(names[0]?.text).toBe(names[1]?.text)
})

test('other accounts have other holders', async () => {
  const shop = await openShop(sandbox)
  const paths = Array.from({ length: 10 }, (_, digit) => path.replace(/.$/, String(digit)))
  const names = await Promise.all(paths.map(async (each) => (await shop.get(each)).body.accountName))
  expect(new Set(names).size).toBeGreaterThan(5)
})

test('an account number is answered as it was sent', async () => {
  const answer = await (await openShop(sandbox)).get(
    '/accountquery?currency=GHS&accountCode=MTN&accountNumber=%2B233%2024-1',
  )
  expect(answer.body.accountNumber).toBe('+233 24-1')
})

test('a mobile number has one owner, however it is written (D29)', async () => {
  const shop = await openShop(sandbox)
  const ownerOf = async (currency: string, accountCode: string, accountNumber: string) => {
    const query = new URLSearchParams({ currency, accountCode, accountNumber })
    return (await shop.get(`/accountquery?${query}`)).body.accountName
  }
  const owner = await ownerOf('GHS', 'MTN', '0241234567')
  for (const written of ['+233241234567', '233241234567', '00233 24 123 4567', '024-123-4567', '241234567']) {
    expect(await ownerOf('GHS', 'MTN', written), written).toBe(owner)
  }
  expect(await ownerOf('USD', 'MTN_GH', '+233241234567')).toBe(owner)
  expect(await ownerOf('XOF', 'ORANGE_SN', '771234567')).toBe(await ownerOf('XOF', 'ORANGE', '+221771234567'))
  expect(await ownerOf('NGN', '058', '8031234567')).not.toBe(await ownerOf('NGN', '044', '8031234567'))
})
