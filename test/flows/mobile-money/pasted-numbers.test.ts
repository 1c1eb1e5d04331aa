import { expect, test } from 'vitest'
import { runInProcess } from '../../support/in-process.ts'
import { openSharedSandbox } from '../../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()

/** 0241234567 and +233241234567 as address books, pages and chats hand them over (D17). */
const pasted = [
  ['an isolated number', '\u2066+233 24 123 4567\u2069'],
  ['an embedded number', '\u202a0241234567\u202c'],
  ['an overridden number', '\u202d+233241234567\u202c'],
  ['marks between its digits', '\u200e024\u200f123\u061c4\u200b567\u2064'],
  ['a byte order mark and a soft hyphen', '\ufeff024\u00ad1234567'],
  ['Arabic-Indic digits', '\u0660\u0662\u0664\u0661\u0662\u0663\u0664\u0665\u0666\u0667'],
  ['Persian digits', '\u06f0\u06f2\u06f4\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7'],
  ['fullwidth digits', '\u202a+\uff12\uff13\uff13 24 123 4567\u202c'],
] as const

test.each(pasted)('%s is the number in a collection, a payout, a query and on the phone', async (_what, number) => {
  const shop = sandbox.shop({ smsOtp: true })
  const created = await shop.collect({ accountNumber: number })
  expect([created.status, created.body.customer?.accountNumber]).toEqual([200, '233241234567'])
  const recipient = { amount: 5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: number }
  const paid = await shop.post('/disbursements/mobilemoney', { recipients: [recipient], reference: 'pay-1' })
  expect(paid.body[0]?.customer.accountNumber).toBe('233241234567')
  const ownerOf = async (accountNumber: string) => {
    const query = new URLSearchParams({ currency: 'GHS', accountCode: 'MTN', accountNumber })
    return (await shop.get(`/accountquery?${query}`)).body.accountName
  }
  expect(await ownerOf(number)).toBe(await ownerOf('0241234567'))
  const path = `/_sandbox/phones/${encodeURIComponent(number)}`
  expect((await shop.get(path)).body.messages).toMatchObject([{ transactionId: created.body.id }])
  const { otp } = (await shop.get(`${path}/otp`)).body
  await shop.post('/collections/otp', { id: created.body.id, otp })
  expect((await shop.post(`${path}/pin`, { pin: '0000' })).body).toMatchObject({ id: created.body.id })
})

test('a pasted number of a virtual account is paid into by the command and the control API', async () => {
  const shop = sandbox.shop()
  const numberOf = async (reference: string) =>
    (await shop.generate({ reference })).body.virtual_account.account_number as string
  const spaced = (number: string) => `\u2066${number.slice(0, 3)} ${number.slice(3)}\u2069`
  const [first, second] = [await numberOf('one'), await numberOf('two')]
  const paid = await shop.post(`/_sandbox/virtual-accounts/${encodeURIComponent(spaced(first))}/transfers`, {})
  expect(paid.body).toMatchObject({ reference_business: 'one', status: 'COMPLETED' })
  const run = await runInProcess(['pay', spaced(second), '--url', sandbox.url, '--key', shop.key, '--json'])
  expect(JSON.parse(run.stdout)).toMatchObject({ reference_business: 'two', status: 'COMPLETED' })
})
