import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openSharedSandbox } from '../support/opened-sandbox.ts'
import { bankPayout } from '../support/payout-requests.ts'
import { type Body, mobileMoney, virtualAccount } from '../support/requests.ts'
import { ask, requestText, type WireHeaders } from '../support/wire.ts'

const sandbox = await openSharedSandbox()
const momo = '/collections/mobilemoney'
let count = 0

/** Sends a body, and returns the answer with what its header hints, after seeing that the log says the same. */
async function send(path: string, body: string | Buffer, headers: WireHeaders = {}) {
  sandbox.hints.length = 0
  const sent = { authorization: 'test_nearly', 'content-type': 'application/json', ...headers }
  const { status, text, headers: answered } = await ask(sandbox.port, requestText(`POST ${path}`, sent, body))
  const header = answered['x-sandbox-hint']
  expect(header ?? '').toMatch(/^[\x20-\x7e]*$/)
  const hints = header?.split(' | ') ?? []
  expect(sandbox.hints.map((line) => line.replace(`POST ${path}: `, ''))).toEqual(hints)
  return { status, text, hints }
}

const collection = (changes: object = {}) => mobileMoney({ reference: `nearly-${++count}`, ...changes })
const json = JSON.stringify(collection({ accountName: 'Awa Koné' }))

const notAnObject = JSON.stringify({
  statusCode: 400,
  message: 'Request body must be a valid JSON object',
  error: 'Bad Request',
})

const windows = 'or send a file (curl --data @body.json)'
const singleQuote = `the body begins with a single quote, which a Windows shell keeps: put it in double quotes, with \\" for each inside, ${windows}`
const noQuotes = `the names in the body are not in double quotes, which a Windows shell takes away: write \\" for each, ${windows}`
const noWord = 'the body holds a word that JSON does not have: write null, true or false'
const noNumber = 'the body holds NaN or Infinity, which JSON does not have: send a number, or leave the field out'
const leadingZero = 'a number in the body begins with a zero: send account numbers and bank codes in quotes'
const comma = 'the body has a comma before a closing bracket: leave it out'
const cutOff = 'the body ends too early: send all of it, with a Content-Length in bytes, not in characters'
const empty = 'the body is empty: send a JSON object, {} at least'
const mark = 'the body begins with a byte order mark: encode it as UTF-8 without one'
const utf16 = 'the body is UTF-16: encode it as UTF-8'
const notRead = (encoding: string) =>
  `Content-Encoding: ${encoding} is not read: send the body uncompressed, and leave the header out`

test.each<[what: string, body: string | Buffer, hint: string, headers?: WireHeaders]>([
  ['nothing', '', empty],
  ['a byte order mark', `\ufeff${json}`, mark],
  ['UTF-16, little-endian', Buffer.from(json, 'utf16le'), utf16],
  ['UTF-16, big-endian', Buffer.from(json, 'utf16le').swap16(), utf16],
  ['Latin-1', Buffer.from(json, 'latin1'), 'the body is Latin-1 or Windows-1252: encode it as UTF-8'],
  ['other bytes', Buffer.from([0x7b, 0xff, 0x7d]), 'the body is not valid UTF-8: encode its text as UTF-8'],
  ['gzip with its header', gzipSync(json), notRead('gzip'), { 'content-encoding': 'gzip' }],
  ['gzip without its header', gzipSync(json), 'the body is compressed with gzip: send it uncompressed'],
  ['Brotli', Buffer.from([0x0b, 0x02, 0x80]), notRead('br'), { 'content-encoding': 'br' }],
  [
    'an encoding with a strange name',
    Buffer.from([0x80]),
    'this Content-Encoding is not read: send the body uncompressed, and leave the header out',
    { 'content-encoding': 'a | b' },
  ],
  [
    'JSON in JSON',
    JSON.stringify(json),
    'the body is a JSON string that holds JSON: encode the object once, not twice',
  ],
  ['a list', `[${json}]`, 'the body is a list: send the object alone, without brackets around it'],
  ['null', 'null', 'the body is null: send a JSON object'],
  [
    '65 levels',
    `${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`,
    'the body nests deeper than 64 levels: send a flatter object',
  ],
  ['single quotes around it', `'${json}'`, singleQuote],
  ['no quotes', '{amount:10,currency:GHS}', noQuotes],
  [
    'backslashes',
    '{\\"amount\\":10}',
    `the body has backslashes before its quotes, which the shell kept: leave them out, ${windows}`,
  ],
  [
    'the quotes of Python',
    "{'amount': 10, 'metadata': None}",
    'the texts in the body are in single quotes: JSON has double quotes only (JSON.stringify, json.dumps)',
  ],
  ['quotes of a text program', '{“amount”: 10}', 'the body has typographic quotes: write straight double quotes'],
  ['NaN', '{"amount":NaN}', noNumber],
  ['undefined', '{"reason":undefined}', noWord],
  ['a number with a leading zero', '{"accountNumber":0241234567}', leadingZero],
  ['a comma too much', '{"amount":10,}', comma],
  ['half of it', json.slice(0, -20), cutOff],
])('a body that is %s gets a hint, and the same answer as ever (D5, D9)', async (_what, body, hint, headers) => {
  expect(await send(momo, body, headers)).toEqual({ status: 400, text: notAnObject, hints: [hint] })
})

test.each([
  ['a word in a text', '{"reason":"NaN, None, 05,]"; }'],
  ['a form', 'amount=5&currency=GHS'],
  ['two objects', '{} {}'],
])('a body that is %s has no known cause', async (_what, body) => {
  expect(await send(momo, body)).toEqual({ status: 400, text: notAnObject, hints: [] })
})

test('a right body with a Content-Encoding that says too much is accepted', async () => {
  const sent = await send(momo, JSON.stringify(collection()), { 'content-encoding': 'gzip' })
  expect([sent.status, sent.hints]).toEqual([200, []])
  const identity = await send(momo, '{"amount":NaN}', { 'content-encoding': 'Identity' })
  expect(identity.hints).toEqual([noNumber])
})

test('the hint comes after the one on the Content-Type', async () => {
  const { hints } = await send(momo, '', { 'content-type': 'text/plain' })
  expect(hints).toEqual(['the Content-Type is not JSON: send Content-Type: application/json', empty])
})

test("the sandbox's own API says in its body what is nearly right", async () => {
  const shop = sandbox.shop()
  const { status, body } = await shop.call('/_sandbox/clock/advance', { method: 'POST', body: "'{by:1m}'" })
  const message = 'Request body must be a valid JSON object'
  expect([status, body]).toEqual([400, { error: { code: 'invalid', message, hint: singleQuote } }])
})

const inQuotes = (field: string) => `${field} is a number: send it in quotes, with the zeros that it begins with`
const bank = (code: string, meant: string) => `no Nigerian bank has the code ${code}: did you mean ${meant}?`
const rounded = (what: string, value: string) =>
  `${what} is beyond 2^53, where JSON numbers lose digits: it was read as ${value}, so send it in quotes`
const account = (changes: Body) => virtualAccount({ reference: `nearly-${++count}`, ...changes })
const payout = (recipient: Body) => bankPayout(recipient, { reference: `nearly-${++count}` })
const nigerian = { currency: 'NGN', amount: 100 }

test.each<[path: string, body: () => object, status: number, hints: readonly string[]]>([
  [
    momo,
    () => collection({ metadata: [] }),
    400,
    ['metadata is a list: PHP encodes an empty array as a list; cast it to an object, (object) []'],
  ],
  [
    momo,
    () => collection({ metadata: [{ cart: 1 }] }),
    400,
    ['metadata is a list: send an object, such as {"items":[]}'],
  ],
  [
    '/collections/virtual-account',
    () => account({ metadata: '{"cart":1}' }),
    400,
    ['metadata is text that holds JSON: send the object itself, encoded once'],
  ],
  [momo, () => collection({ metadata: 'cart' }), 400, []],
  [momo, () => collection({ accountNumber: 241234567 }), 400, [inQuotes('accountNumber')]],
  [momo, () => collection({ reference: 12, network: 3 }), 400, [inQuotes('network'), inQuotes('reference')]],
  ['/collections/otp', () => ({ id: 'x', otp: 123456 }), 400, [inQuotes('OTP')]],
  ['/disbursements/bank', () => payout({ bank: 58 }), 400, [inQuotes('bank')]],
  ['/disbursements/bank', () => payout({ accountNumber: 123456789 }), 400, [inQuotes('accountNumber')]],
  [momo, () => collection({ reason: true }), 400, []],
  [momo, () => collection({ amount: '10.5' }), 400, ['amount is text: send the number without quotes']],
  [momo, () => collection({ amount: 0.1 + 0.2 }), 400, ['amount is a sum of floats: round it to 0.3']],
  [momo, () => collection({ amount: 99.99999999999986 }), 400, ['amount is a sum of floats: round it to 100']],
  [momo, () => collection({ amount: 0.305 }), 400, []],
  [momo, () => collection({ amount: 'ten' }), 400, []],
  ['/collections/virtual-account', () => account({ network: '58' }), 200, [bank('58', 'Guaranty Trust Bank, 058')]],
  ['/disbursements/bank', () => payout({ ...nigerian, bank: '11' }), 200, [bank('11', 'First Bank of Nigeria, 011')]],
  [
    '/disbursements/bank',
    () => payout({ bank: '58', destination: 'NGN' }),
    200,
    [bank('58', 'Guaranty Trust Bank, 058')],
  ],
  ['/collections/virtual-account', () => account({ network: '058' }), 200, []],
  ['/collections/virtual-account', () => account({ network: '99' }), 200, []],
  ['/disbursements/bank', () => payout({ bank: '58' }), 200, []],
])('%s: a field that is nearly right gets a hint (D5): %#', async (path, body, status, hints) => {
  const answer = await send(path, JSON.stringify(body()))
  expect([answer.status, answer.hints], answer.text).toEqual([status, hints])
})

test('/accountquery knows a bank code without its leading zero', async () => {
  const query = 'currency=NGN&accountNumber=0123456789&accountCode='
  const hintOf = async (code: string) =>
    (await sandbox.shop().get(`/accountquery?${query}${code}`)).headers['x-sandbox-hint']
  expect(await hintOf('58')).toBe(bank('58', 'Guaranty Trust Bank, 058'))
  expect(await hintOf('058')).toBeUndefined()
})

test.each([
  ['{"order":9007199254740993}', [rounded('metadata.order', '9007199254740992')]],
  ['{"cart":{"ids":[7,12345678901234567890]}}', [rounded('metadata.cart.ids.1', '12345678901234567000')]],
  ['{"order":-9007199254740993}', [rounded('metadata.order', '-9007199254740992')]],
  ['{"a | b":9007199254740993}', [rounded('a number in metadata', '9007199254740992')]],
  ['{"order":9007199254740991,"text":"9007199254740993","share":0.1,"large":1e300}', []],
])('metadata %s: an integer that JSON parsing changes is named', async (metadata, hints) => {
  const body = JSON.stringify(collection({ metadata: {} })).replace('"metadata":{}', `"metadata":${metadata}`)
  expect(body).toContain(metadata)
  const answer = await send(momo, body)
  expect([answer.status, answer.hints]).toEqual([200, hints])
})
