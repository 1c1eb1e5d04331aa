import { expect, test } from 'vitest'
import { balanceOf, openShop, openShopWithReceiver, type Shop, start } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const local = '0241234567'
const phone = (shop: Shop, number = local) => shop.get(`/_sandbox/phones/${encodeURIComponent(number)}`)
const otpOn = (shop: Shop, query = '', number = local) => shop.get(`/_sandbox/phones/${number}/otp${query}`)
const type = (shop: Shop, body: object, number = local) => shop.post(`/_sandbox/phones/${number}/pin`, body)
const play = (scenario: string) => ({ 'x-sandbox-scenario': scenario })
const payment = 'GHS 100.50 for "Order 1"'
const text = `Approve the payment of ${payment} with your PIN.`
const wrongPin = '4200 | Customer | Wrong PIN, or no answer to the prompt in time'
const error = (code: string, message: string, hint?: string) => ({ error: { code, message, ...(hint && { hint }) } })
const collectWithOtp = async (shop: Shop, reference: string) => {
  const { id } = (await shop.collect({ reference }, play('otp'))).body
  return { id, otp: (await otpOn(shop)).body.otp }
}
const pending = async (shop: Shop) => (await shop.get('/_sandbox/jobs')).body.map(({ what }: { what: string }) => what)

test.each([
  ...[local, '241234567', '233241234567', '00233241234567', '+233241234567'],
  ...['024 123 4567', '+233 (0)24-123 45.67', '024/1234567', '00233 24 123 4567', '٠٢٤١٢٣٤٥٦٧'],
])('the prompt is on the phone %s as soon as the collection is made', async (number) => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect()).body
  const { status, text: body } = await phone(shop, number)
  expect(body).toBe(JSON.stringify({ prompts: [{ transactionId: id, text, payment, status: 'open' }], messages: [] }))
  expect(status).toBe(200)
  expect((await type(shop, { pin: '0000' }, encodeURIComponent(number))).body).toMatchObject({ id })
})

test('a prompt names the merchant whose name was sent', async () => {
  const shop = await openShop(sandbox)
  await shop.collect({ merchantName: 'Kofi Ltd', currency: 'UGX', amount: 2000, accountNumber: '0772123456' })
  const [prompt] = (await phone(shop, '0772123456')).body.prompts
  expect(prompt.text).toBe('Approve the payment of UGX 2000 to Kofi Ltd for "Order 1" with your PIN.')
})

test("a phone shows this business's collections from its own number, newest first", async () => {
  const [shop, other] = [await openShop(sandbox), await openShop(sandbox)]
  const ids: string[] = []
  for (const reference of ['order-1', 'order-2', 'order-3']) ids.push((await shop.collect({ reference })).body.id)
  await shop.collect({ reference: 'order-4', accountNumber: '0241234568' })
  await shop.collect({ reference: 'order-5', accountNumber: '+234 241 234 567' })
  await shop.payMobileMoney()
  await shop.generate({ accountNumber: '+233241234567' })
  await other.collect()
  const { prompts } = (await phone(shop)).body
  expect(prompts.map(({ transactionId }: { transactionId: string }) => transactionId)).toEqual(ids.toReversed())
})

test.each([
  ['approve', 'approved'],
  ['paid-at-once', 'approved'],
  ['wrong-pin', 'declined'],
  ['timeout', 'ignored'],
  ['insufficient-balance', 'closed'],
  ['not-registered', 'closed'],
  ['switch-error', 'closed'],
  ['never-final', 'open'],
])('the prompt of the scenario %s ends as %s', async (scenario, status) => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect({}, play(scenario))).body
  await shop.advance('2m')
  expect((await phone(shop)).body).toEqual({ prompts: [{ transactionId: id, text, payment, status }], messages: [] })
})

test('an SMS with the OTP comes first, and the prompt only once the OTP was accepted', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect({ accountNumber: '0240009191' })).body
  await shop.advance('1m')
  const { prompts, messages } = (await phone(shop, '0240009191')).body
  const { otp } = messages[0]
  const sms = `${otp} is the code for your payment of GHS 100.50 for "Order 1". It is valid for 5m.`
  expect(otp).toMatch(/^\d{6}$/)
  expect([prompts, messages]).toEqual([[], [{ text: sms, otp, at: start, transactionId: id }]])
  expect((await otpOn(shop, '', '0240009191')).text).toBe(JSON.stringify({ otp, transactionId: id }))
  expect((await shop.post('/collections/otp', { id, otp })).status).toBe(200)
  const accepted = { prompts: [{ transactionId: id, text, payment, status: 'open' }], messages }
  expect((await phone(shop, '0240009191')).body).toEqual(accepted)
})

test('a transaction shows the OTP that it waits for, as long as it does', async () => {
  const shop = await openShop(sandbox)
  const { id, otp } = await collectWithOtp(shop, 'shown')
  const otpOf = async () => (await shop.get(`/_sandbox/transactions/${id}`)).body.otp
  expect(await otpOf()).toBe(otp)
  expect((await shop.post('/collections/otp', { id, otp })).status).toBe(200)
  expect(await otpOf()).toBeNull()
})

test('a collection whose OTP expired never has a prompt', async () => {
  const shop = await openShop(sandbox)
  await collectWithOtp(shop, 'order-1')
  await shop.advance('5m')
  const { prompts, messages } = (await phone(shop)).body
  expect([prompts, messages.length]).toEqual([[], 1])
})

test('a number without collections has an empty phone, and looking at it opens no business', async () => {
  const shop = await openShop(sandbox)
  expect(await phone(shop)).toMatchObject({ status: 200, text: '{"prompts":[],"messages":[]}' })
  expect((await otpOn(shop)).status).toBe(404)
  expect((await otpOn(shop, '?wait=1ms')).status).toBe(408)
  expect((await shop.get('/_sandbox/businesses')).text).not.toContain(`"${shop.apiKey}"`)
})

test.each(['abc', '12', '0241', '%2B', '0241234567x', '+0241234567', '²⁴¹234567'])(
  '%s is not a number for any call to its phone',
  async (number) => {
    const shop = await openShop(sandbox)
    const [path, shown] = [encodeURI(decodeURIComponent(number)), decodeURIComponent(number)]
    const message = `number: ${shown} is not a mobile number`
    const refused = error('invalid', message, 'write it as 0241234567 or 233241234567')
    const answers = [shop.get(`/_sandbox/phones/${path}`), otpOn(shop, '', path), otpOn(shop, '?wait=1h', path)]
    for (const answer of await Promise.all([...answers, type(shop, { pin: '0000' }, path)])) {
      expect([answer.status, answer.body]).toEqual([400, refused])
    }
  },
)

const none = 'No open OTP for 0241234567'
const noSms = 'No SMS was sent there: the business setting smsOtp or a scenario with otp asks for one, in GHS'

test('the OTP is the newest one that is still waited for', async () => {
  const shop = await openShop(sandbox)
  const [first, second] = [await collectWithOtp(shop, 'order-1'), await collectWithOtp(shop, 'order-2')]
  await shop.collect({ reference: 'order-3' })
  expect(first.otp).not.toBe(second.otp)
  expect((await otpOn(shop)).body).toEqual({ otp: second.otp, transactionId: second.id })
  await shop.post('/collections/otp', second)
  expect((await otpOn(shop)).body).toEqual({ otp: first.otp, transactionId: first.id })
  await shop.post(`/_sandbox/transactions/${first.id}/expire`, {})
  const message = `${none}. The last one (${second.id}) is closed: the transaction is PENDING`
  expect(await otpOn(shop)).toMatchObject({ status: 404, text: JSON.stringify(error('not_found', message)) })
})

test('an OTP is waited for until one is sent to this number of this business', async () => {
  const [shop, other] = [await openShop(sandbox, { smsOtp: ['VOD'] }), await openShop(sandbox)]
  const waiting = otpOn(shop, '?wait=1h')
  const inVain = otpOn(shop, '?wait=100ms', '0241234568')
  await collectWithOtp(other, 'order-1')
  await shop.collect({ reference: 'order-1' })
  expect((await inVain).status).toBe(408)
  await shop.collect({ reference: 'order-2', accountNumber: '0201234567', network: 'VOD' })
  const { id } = (await shop.collect({ reference: 'order-3' }, play('otp'))).body
  expect(await waiting).toMatchObject({
    status: 200,
    body: { otp: expect.stringMatching(/^\d{6}$/), transactionId: id },
  })
})

test('an OTP that does not come is a 408 that says what was seen', async () => {
  const shop = await openShop(sandbox)
  const inVain = async (seen: string, hint = 'no work is waiting') => {
    const body = error('timeout', `${none} within 10ms. ${seen}`, hint)
    expect(await otpOn(shop, '?wait=10ms')).toMatchObject({ status: 408, text: JSON.stringify(body) })
  }
  await inVain(noSms)
  await shop.collect({ reference: 'order-1' })
  const next = (await shop.get('/_sandbox/jobs')).body[0].dueAt
  await inVain(noSms, `the clock is frozen at ${start}; advance it: next is due at ${next}: settle as approved`)
  const { id } = await collectWithOtp(shop, 'order-2')
  await shop.advance('5m')
  await inVain(`The last one (${id}) is closed: the transaction is FAILED`)
})

test('the right PIN approves at once, and of the planned steps none happens afterwards', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox, { currencies: ['GHS'] })
  const { id } = (await shop.collect()).body
  const answer = await type(shop, { pin: '0000' })
  expect(answer).toMatchObject({ status: 200, body: { id, status: 'COMPLETED', message: '0000 | Switch | Approved' } })
  const { steps } = answer.body
  expect(steps.slice(3, 5)).toMatchObject([
    { at: start, kind: 'action', action: 'pin' },
    { at: start, kind: 'settled' },
  ])
  await shop.webhook({ reference: 'order-1' })
  expect(await pending(shop)).toEqual([])
  expect(await shop.advance('10m')).toEqual([])
  expect(sent()).toEqual([(await shop.find(id)).text])
  expect(await balanceOf(shop, 'GHS')).toBe(1_000_100.5)
  expect((await phone(shop)).body.prompts).toEqual([{ transactionId: id, text, payment, status: 'approved' }])
})

test('a wrong PIN settles wrong_pin at once', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const { id } = (await shop.collect()).body
  expect((await type(shop, { pin: '1234' })).body).toMatchObject({ id, status: 'FAILED', fee: '0', message: wrongPin })
  await shop.webhook({ reference: 'order-1', status: 'FAILED' })
  await shop.advance('10m')
  expect(sent()).toEqual([(await shop.find(id)).text])
  expect(await balanceOf(shop, 'GHS')).toBe(1_000_000)
  expect((await phone(shop)).body.prompts).toEqual([{ transactionId: id, text, payment, status: 'declined' }])
})

const broke = '4100 | Customer | Balance too low, or an account limit was reached'

test.each([
  ['insufficient-balance', '0000', broke],
  ['insufficient-balance', '1111', wrongPin],
  ['not-registered', '0000', '5100 | Merchant | Customer not registered, inactive, or on another network'],
  ['switch-error', '0000', '3100 | Switch | The switch could not process the transaction'],
  ['wrong-pin', '0000', '0000 | Switch | Approved'],
  ['timeout', '0000', '0000 | Switch | Approved'],
  ['never-final', '0000', '0000 | Switch | Approved'],
])('in the scenario %s the PIN %s ends at once in %s', async (scenario, pin, message) => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  await shop.collect({}, play(scenario))
  const status = message.startsWith('0000') ? 'COMPLETED' : 'FAILED'
  expect((await type(shop, { pin })).body).toMatchObject({ status, message, updated_at: start })
  await shop.webhook({ reference: 'order-1', status })
  await shop.advance('10m')
  expect(sent()).toHaveLength(1)
})

test('a PIN goes into the newest open prompt, or into the one that is named', async () => {
  const shop = await openShop(sandbox)
  const ids: string[] = []
  for (const reference of ['order-1', 'order-2', 'order-3']) ids.push((await shop.collect({ reference })).body.id)
  expect((await type(shop, { pin: '0000', transactionId: ids[0] })).body).toMatchObject({ id: ids[0] })
  expect((await type(shop, { pin: '0000' })).body).toMatchObject({ id: ids[2] })
  const again = await type(shop, { pin: '0000', transactionId: ids[2] })
  const refused = error('conflict', `No open prompt of ${ids[2]} on ${local}`, `open: ${ids[1]}`)
  expect([again.status, again.body]).toEqual([409, refused])
  expect((await type(shop, { pin: '0000' })).body).toMatchObject({ id: ids[1] })
  expect((await type(shop, { pin: '0000' })).status).toBe(409)
})

test('where no prompt is open there is nowhere to type a PIN', async () => {
  const [shop, other] = [await openShop(sandbox), await openShop(sandbox)]
  const hint = 'GET /_sandbox/phones/{number} shows what became of a prompt'
  const refused = async (transactionId?: string) => {
    const { status, body } = await type(shop, { pin: '0000', transactionId })
    const which = transactionId === undefined ? '' : ` of ${transactionId}`
    const message = `No open prompt${which} on ${local}`
    expect([status, body]).toEqual([409, { error: { code: 'conflict', message, hint } }])
  }
  await refused()
  await shop.payMobileMoney()
  await refused()
  const { id } = (await other.collect()).body
  for (const transactionId of [id, 'nothing']) await refused(transactionId)
  const elsewhere = (await shop.collect({ accountNumber: '0241234568' })).body
  await refused(elsewhere.id)
  expect((await other.find(id)).body.status).toBe('INITIATED')
  expect((await shop.find(elsewhere.id)).body.status).toBe('INITIATED')
})

test('while the OTP is awaited there is no prompt; once it was accepted the PIN is asked for', async () => {
  const shop = await openShop(sandbox)
  const { id, otp } = await collectWithOtp(shop, 'order-1')
  for (const body of [{ pin: '0000' }, { pin: '0000', transactionId: id }]) {
    expect((await type(shop, body)).status).toBe(409)
  }
  await shop.post('/collections/otp', { id, otp })
  expect((await type(shop, { pin: '0000' })).body).toMatchObject({ id, status: 'COMPLETED' })
  expect(await pending(shop)).toEqual([])
})

const inQuotes = 'pin: is not text; write the PIN in quotes such as "0000"'

test.each([
  [{ pin: 0 }, inQuotes],
  [{ pin: 1234 }, inQuotes],
  [{ pin: null }, inQuotes],
  [{}, inQuotes],
  [{ pin: '' }, 'pin: is empty'],
  [{ pin: '0000', transactionId: 7 }, 'transactionId: is a number; write text'],
  [{ pin: '0000', reference: 'order-1' }, 'reference: unknown key; write one of pin, transactionId'],
])('%j is refused, and nothing is typed', async (body, message) => {
  const shop = await openShop(sandbox)
  await shop.collect()
  const answer = await type(shop, body)
  expect([answer.status, answer.body]).toEqual([400, error('invalid', message)])
  expect((await phone(shop)).body.prompts).toMatchObject([{ status: 'open' }])
})

test('phones are listed with what waits on them: waiting ones first, then the one asked last', async () => {
  const [shop, other] = [await openShop(sandbox), await openShop(sandbox)]
  expect((await shop.get('/_sandbox/phones')).body).toEqual({ data: [], waiting: 0, next: null })
  await shop.collect({ reference: 'order-1' })
  await shop.collect({ reference: 'order-2', accountName: 'Kofi Boateng', accountNumber: '0201234567', network: 'VOD' })
  await collectWithOtp(shop, 'order-3')
  await shop.advance('1s')
  await shop.collect({ reference: 'order-4', accountName: 'Ama M.' })
  await shop.payMobileMoney()
  await shop.generate()
  await other.collect()
  const waiting = (reference: string) => ({ transactionId: expect.any(String), reference })
  const askedLast = {
    number: '233241234567',
    name: 'Ama M.',
    network: 'MTN',
    openPrompts: 2,
    awaitedOtps: 1,
    waitsFor: ['order-4', 'order-3', 'order-1'].map(waiting),
    askedAt: '2026-11-21T07:40:01.000Z',
  }
  const second = {
    number: '233201234567',
    name: 'Kofi Boateng',
    network: 'VOD',
    openPrompts: 1,
    awaitedOtps: 0,
    waitsFor: [waiting('order-2')],
    askedAt: start,
  }
  expect((await shop.get('/_sandbox/phones')).body).toEqual({ data: [askedLast, second], waiting: 4, next: null })
  expect((await shop.get('/_sandbox/phones?limit=1')).body).toEqual({
    data: [askedLast],
    waiting: 4,
    next: '233241234567',
  })
  await shop.advance('10m')
  const { data } = (await shop.get('/_sandbox/phones')).body
  expect(data).toMatchObject([
    { openPrompts: 0, awaitedOtps: 0, waitsFor: [] },
    { openPrompts: 0, awaitedOtps: 0, waitsFor: [] },
  ])
  await shop.collect({ reference: 'order-5', accountNumber: '0201234567', network: 'VOD' })
  await shop.advance('1s')
  await shop.collect({ reference: 'order-6' })
  await shop.post('/_sandbox/phones/0241234567/pin', { pin: '0000' })
  expect((await shop.get('/_sandbox/phones')).body.data).toMatchObject([
    { number: '233201234567', waitsFor: [{ reference: 'order-5' }] },
    { number: '233241234567', waitsFor: [] },
  ])
})

test('phones of 1,100 customers are all listed, page by page, and found by a name or a number in any form', {
  timeout: 60_000,
}, async () => {
  const shop = await openShop(sandbox)
  const customer = (index: number) => ({
    reference: `order-${index}`,
    accountName: `Customer ${index}`,
    accountNumber: `024${String(1_000_000 + index)}`,
  })
  for (let index = 0; index < 1100; index++) await shop.collect(customer(index))
  await shop.advance('1m')
  await shop.collect({ ...customer(7), reference: 'waits-1' }, play('by-hand'))
  await shop.collect({ ...customer(9), reference: 'waits-2' }, play('by-hand'))
  const list = async (query: string) => (await shop.get(`/_sandbox/phones?${query}`)).body
  const names: string[] = []
  for (let after = ''; ; ) {
    const { data, next, waiting } = await list(`limit=500${after}`)
    names.push(...data.map(({ name }: { name: string }) => name))
    expect(waiting).toBe(2)
    if (next === null) break
    after = `&after=${next}`
  }
  expect([names.length, new Set(names).size]).toEqual([1100, 1100])
  expect(names.slice(0, 3)).toEqual(['Customer 9', 'Customer 7', 'Customer 1099'])
  expect((await list('limit=1&after=233241000009')).data).toMatchObject([{ name: 'Customer 7' }])
  await shop.collect({ ...customer(1034), reference: 'later-1', accountName: 'Ọláyẹmí' })
  const searches = [
    'ọláyẹmí',
    'ỌLÁYẸMÍ',
    'customer%201034',
    '0241001034',
    '%2B233%2024%20100%201034',
    '1001034',
    'ORDER-1034',
  ]
  for (const search of searches)
    expect([search, (await list(`search=${encodeURI(search).replaceAll('%25', '%')}`)).data]).toMatchObject([
      search,
      [{ number: '233241001034' }],
    ])
  expect((await list('search=nothing')).data).toEqual([])
})
