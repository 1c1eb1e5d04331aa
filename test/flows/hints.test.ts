import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'
import { bankPayout, mobileMoneyPayout } from '../support/payout-requests.ts'
import { mobileMoney } from '../support/requests.ts'
import { ask, requestText } from '../support/wire.ts'

const sandbox = await openSharedSandbox()
let count = 0

/** What a call's header hints, after seeing that the log says the same, a line for each. */
async function hintsOf(
  path: string,
  body: unknown,
  { key = 'test_hints', type = 'application/json', port = sandbox.port } = {},
) {
  sandbox.hints.length = 0
  const headers = { authorization: key, 'content-type': type }
  const answer = await ask(
    port,
    requestText(`POST ${path}`, headers, typeof body === 'string' ? body : JSON.stringify(body)),
  )
  const header = answer.headers['x-sandbox-hint']
  expect(header ?? '').toMatch(/^[\x20-\x7e]*$/)
  const lines = sandbox.hints.map((line) => line.replace(`POST ${path}: `, ''))
  if (port === sandbox.port) expect(lines.join(' | ').replaceAll(/[^\x20-\x7e]/g, '?')).toBe(header ?? '')
  return { hints: header?.split(' | ') ?? [], answer }
}

const momo = '/collections/mobilemoney'
const collection = (changes: object = {}) => mobileMoney({ reference: `hint-${++count}`, ...changes })

test('a right request has no hints', async () => {
  expect((await hintsOf(momo, collection())).hints).toEqual([])
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/problem+json']) {
    expect((await hintsOf(momo, collection(), { type })).hints).toEqual([])
  }
})

test.each([
  [{ callbackUrl: 'http://127.0.0.1/' }, ['the field callbackUrl is not read: did you mean callbackURL?']],
  [{ callback_url: 'http://127.0.0.1/' }, ['the field callback_url is not read: did you mean callbackURL?']],
  [
    { meta_data: {}, paylinkID: 'x' },
    [
      'the field meta_data is not read: did you mean metadata?',
      'the field paylinkID is not read: did you mean paylinkId?',
    ],
  ],
  [
    { accountNumber: undefined, account_number: '0241234567' },
    ['the field account_number is not read: did you mean accountNumber?'],
  ],
  [{ reference: undefined, refrence: 'order-1' }, ['the field refrence is not read: did you mean reference?']],
  [{ customerEmail: 'a@b.co' }, ['the field customerEmail is not read: did you mean email?']],
  [{ customer_email: 'a@b.co' }, ['the field customer_email is not read: did you mean email?']],
])('%j: an unread field whose name is nearly right is named, accepted or not (D5)', async (changes, hints) => {
  expect((await hintsOf(momo, collection(changes))).hints).toEqual(hints)
})

test.each<object>([
  { shopId: '7', items: [], customerId: 'x', url: 'x', ip: 'x', name: 'x', id: 'x', x: 1 },
  { callbackURL: 'http://127.0.0.1/', callbackUrl: 'http://127.0.0.1/' },
  { metadata: { callbackUrl: 'x', account_number: 'x' } },
  { 'callback\u0000URL | é': 'x', [`accountNumber${'x'.repeat(5000)}`]: 'x', __proto__: 'x', constructor: 'x' },
])('%j: a field far from any, beside the right one, or within metadata is not named', async (changes) => {
  expect((await hintsOf(momo, collection(changes))).hints).toEqual([])
})

test('a recipient and an OTP have fields of their own', async () => {
  const unread = { accountName: undefined, account_name: 'Ama', email: 'a@b.co' }
  const named = await hintsOf('/disbursements/bank', bankPayout(unread, { reference: `hint-${++count}` }))
  expect(named.hints).toEqual([
    'the field account_name is not read: did you mean accountName?',
    'the field email is not read: only collections have it',
  ])
  const otp = await hintsOf('/collections/otp', { transaction_id: '1', OTP: '1' })
  expect(otp.hints).toEqual([
    'the field transaction_id is not read: did you mean transactionId?',
    'the field OTP is not read: did you mean otp?',
  ])
  expect((await hintsOf('/collections/otp', { id: '1', otp: '1' })).hints).toEqual([])
})

test.each([
  ['/disbursements/bank', bankPayout],
  ['/disbursements/mobilemoney', mobileMoneyPayout],
])('%s: metadata and email, which payouts do not have, are named', async (path, payout) => {
  const unread = (field: string) => `the field ${field} is not read: only collections have it`
  const asked = (recipient: Readonly<Record<string, unknown>>, changes: object) =>
    payout(recipient, { reference: `hint-${++count}`, ...changes })
  const { hints, answer } = await hintsOf(path, asked({ email: 'a@b.co' }, { metadata: { cart: 1 } }))
  expect([answer.status, hints]).toEqual([200, [unread('metadata'), unread('email')]])
  expect((await hintsOf(path, asked({}, { email: 'a@b.co' }))).hints).toEqual([unread('email')])
  expect((await hintsOf(path, asked({}, { customerEmail: 'a@b.co' }))).hints).toEqual([unread('customerEmail')])
  expect((await hintsOf(path, asked({}, {}))).hints).toEqual([])
})

test('a Content-Type that is not JSON is named, for an accepted and for a refused body (D9)', async () => {
  const hint = 'the Content-Type is not JSON: send Content-Type: application/json'
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'é']) {
    expect((await hintsOf(momo, collection(), { type })).hints).toEqual([hint])
    expect((await hintsOf(momo, 'amount=5', { type })).hints).toEqual([hint])
  }
})

test('for any name of the network, the header is ASCII and the log one line', async () => {
  for (const network of ['é🙂', 'a\nb', ' | ', 'x'.repeat(9000), '\u001b[31m']) {
    const { hints } = await hintsOf(momo, collection({ network }))
    expect(hints).toEqual([
      expect.stringContaining('a number of MTN (MTN or MTN_GH), but the request says another network'),
    ])
  }
})

test('a number that fits another country: the countries and their currencies are named (D17)', async () => {
  const local = await hintsOf(momo, collection({ accountNumber: '0712345678' }))
  expect(local.answer.status).toBe(400)
  const countries = "Uganda (UGX), Cote d'Ivoire (XOF), Kenya (KES), Tanzania (TZS)"
  expect(local.hints).toEqual([
    `the accountNumber fits ${countries}, not GHS: send the currency of its country, or the number in international digits`,
  ])
  const full = await hintsOf(momo, collection({ accountNumber: '+256771234567' }))
  expect(full.answer.status).toBe(200)
  expect(full.hints).toEqual(['256771234567 is a number of Uganda (UGX), not of the currency GHS'])
  expect((await hintsOf(momo, collection({ accountNumber: '12' }))).hints).toEqual([])
  const dollars = await hintsOf(momo, collection({ currency: 'USD', accountNumber: '+256771234567' }))
  expect(dollars.hints).toEqual([])
})

test('a magic number says which scenario it chose, refusals too', async () => {
  const chosen = await hintsOf(momo, collection({ accountNumber: '0240009110' }))
  expect(chosen.hints).toEqual(['scenario wrong-pin: the account number ends in 0009110'])
  const named = collection({ accountNumber: '0240009110', reference: `scn:approve:${++count}` })
  expect((await hintsOf(momo, named)).hints).toEqual([])
})

test('a reference that was used before: when, by which id, and where state persists', async () => {
  const body = collection()
  const { id, created_at } = (await hintsOf(momo, body)).answer.body
  const used = `this reference was used at ${created_at} by the transaction ${id}; state`
  expect((await hintsOf(momo, body)).hints).toEqual([`${used} lasts until a reset`])
  const folder = mkdtempSync(join(tmpdir(), 'hints-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const kept = await openSandbox({ data: folder })
  const first = await hintsOf(momo, body, { port: kept.port })
  const again = await hintsOf(momo, body, { port: kept.port })
  expect(again.hints).toEqual([
    `this reference was used at ${first.answer.body.created_at} by the transaction ${id}; state persists in the data folder ${folder} until a reset`,
  ])
  expect(kept.hints).toEqual([`POST ${momo}: ${again.hints[0]}`])
})

test('a reference that was used for another amount or number: what the first call had', async () => {
  const body = collection({ amount: 10.5 })
  const { id, created_at } = (await hintsOf(momo, body)).answer.body
  const used = `this reference was used at ${created_at} by the transaction ${id}`
  const own = 'another payment needs a reference of its own; state lasts until a reset'
  const hints = async (changes: object) => (await hintsOf(momo, { ...body, ...changes })).hints
  expect(await hints({ amount: 11 })).toEqual([`${used} with the amount 10.5 GHS: ${own}`])
  expect(await hints({ accountNumber: '0241234568' })).toEqual([`${used} with the accountNumber 233241234567: ${own}`])
  expect(await hints({ amount: 11, accountNumber: '0241234568' })).toEqual([
    `${used} with the amount 10.5 GHS and the accountNumber 233241234567: ${own}`,
  ])
  expect(await hints({ accountNumber: '+233 24 123 4567' })).toEqual([`${used}; state lasts until a reset`])
})

test('callbackURL "" is none: the address of the business is used (D6)', async () => {
  const shop = sandbox.shop({ callbackUrl: 'http://127.0.0.1:9/business' })
  const { body } = await shop.collect({ callbackURL: '' })
  await shop.advance('3s')
  const { data } = (await shop.get(`/_sandbox/webhooks?transactionId=${body.id}`)).body
  expect(data).toMatchObject([{ url: 'http://127.0.0.1:9/business' }])
})
