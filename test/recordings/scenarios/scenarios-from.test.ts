import { expect, test } from 'vitest'
import { definitionOf } from '../../../src/catalogue/flows.ts'
import { scenariosFrom } from '../../../src/recordings/scenarios/scenarios-from.ts'
import { readShipped } from '../../../src/sandbox/shipped.ts'
import { checkScenarioText } from '../../../src/scenarios/load.ts'
import { harFile } from '../../support/recorded-sandbox.ts'
import { mobileMoney, virtualAccount } from '../../support/requests.ts'

const { scenarios: shipped } = await readShipped()
const start = Date.parse('2026-03-01T09:00:00Z')
const hook = 'https://shop.example/hooks'

const message = (ms: number, took: number, request: object, response: object) => ({
  startedDateTime: new Date(start + ms).toISOString(),
  time: took,
  request,
  response,
})

/** A create call at a time, in milliseconds. */
function create(ms: number, asked: object, body: object | null, { status = 200, took = 3 } = {}) {
  const { path } = definitionOf('currency' in asked && asked.currency === 'NGN' ? 'virtual-account' : 'mobile-money')
  const request = { method: 'POST', url: `https://service.example${path}`, body: { callbackURL: hook, ...asked } }
  return message(ms, took, request, { status, body })
}

function webhook(ms: number, body: object | string, status = 200) {
  return { ...message(ms, 3, { method: 'POST', url: hook, body }, { status }), _webhook: true }
}

const record = (id: string, status: string, more = {}) => ({
  id,
  status,
  reference_business: id,
  amount: '100.5',
  ...more,
})
const order = (reference: string) => mobileMoney({ reference })
const created = (id: string) => record(id, 'INITIATED')

async function wholeFileOf(entries: readonly object[], references: readonly string[] = []): Promise<string> {
  const text = await scenariosFrom(harFile(entries), { references, shipped })
  expect(await checkScenarioText(text, 'mine.yaml', shipped)).toEqual([])
  return text
}

/** The file without its head. */
async function fileOf(entries: readonly object[], references: readonly string[] = []): Promise<string> {
  return (await wholeFileOf(entries, references)).replace(/^(?:#.*\n)+\n/, '')
}

test('lives that are the same are one scenario; each result that is new is declared', async () => {
  const failed = { message: '9100 | Switch | The limit is used up', telco_response: null, provider_message: 'Failed' }
  const yaml = await fileOf([
    ...['a', 'b'].flatMap((id) => [create(0, order(id), created(id)), webhook(6000, record(id, 'COMPLETED'))]),
    create(1000, order('c'), created('c')),
    webhook(5000, record('c', 'FAILED', failed)),
  ])
  expect(yaml).toBe(`version: 1
results:
  code_9100:
    code: "9100"
    source: Switch
    text: The limit is used up
    telcoResponse: null
    providerMessage: Failed
scenarios:
  recorded-approved:
    summary: "As 2 transactions of recording.har: #0"
    match: { reference: [ a, b ] }
    after: 6s
    outcome: approved
  recorded-code-9100:
    summary: "As 1 transaction of recording.har: #4"
    match: { reference: c }
    after: 4s
    outcome: { failed: code_9100 }
`)
})

test('retries of a refused webhook are left out, and webhooks after an accepted one are copies', async () => {
  const paid = record('a', 'COMPLETED')
  const yaml = await fileOf([
    create(0, order('a'), created('a')),
    webhook(3000, paid, 503),
    webhook(8000, paid),
    webhook(9000, paid),
  ])
  expect(yaml).toContain('    webhook: { copies: 2, spacing: 6s }\n')
})

test('an account that is paid another sum after its end', async () => {
  const times = (ms: number) => ({
    amount: '5000',
    created_at: new Date(start).toISOString(),
    updated_at: new Date(start + ms).toISOString(),
  })
  const expired = {
    message: '4200 | Customer | No transfer arrived in time, or not all of the sum',
    provider_message: 'Expired',
  }
  const yaml = await fileOf([
    create(0, virtualAccount({ reference: 'a', amount: 5000 }), { ...created('a'), amount: 5000 }),
    webhook(600_100, record('a', 'FAILED', { ...times(600_000), ...expired, telco_response: null })),
    webhook(660_100, record('a', 'COMPLETED', { ...times(660_000), amount: '3000' })),
  ])
  expect(yaml).toContain(`    expires: 10m
    partialPayments: accept
    lateTransfers: accept
    transfers: [ { pay: 60%, after: 11m } ]
`)
})

test('a refusal, a lost reply, an answer that is slow, and what one scenario cannot say', async () => {
  const yaml = await fileOf([
    create(0, order('refused'), { message: 'Currency GHS is not enabled for this business' }, { status: 400 }),
    create(1, order('wrong'), { message: ['amount must be a number'] }, { status: 400 }),
    create(2, order('gateway'), null, { status: 502 }),
    create(3, order('lost'), null, { status: 0 }),
    webhook(3003, record('lost', 'COMPLETED')),
    create(4, order('slow'), created('slow'), { took: 4000 }),
    create(5, order('again'), null, { status: 503 }),
    create(6, order('again'), created('again')),
  ])
  expect(yaml).toContain('match: { reference: refused }\n    respond: { error: currency_not_enabled }\n')
  expect(yaml).not.toContain('wrong')
  expect(yaml).toMatch(
    /# #2: it was answered 502; a scenario can answer 429, 500, 503\n {2}recorded-http-502:\n.*\n.*\n {4}respond: \{ httpStatus: 503 \}/,
  )
  expect(yaml).toMatch(
    /match: \{ reference: lost \}\n {4}after: 3s\n {4}outcome: approved\n {4}respond: \{ fault: drop-after-commit \}/,
  )
  expect(yaml).toMatch(/match: \{ reference: slow \}\n {4}outcome: never\n {4}respond: \{ delay: 4s \}/)
  expect(yaml).toMatch(/# #7: .*\n {2}# #6: the same reference got http-503 here, which one scenario cannot say\n/)
})

test('a webhook that is no JSON belongs to the transaction that its beginning names, and else to none', async () => {
  const query = (ms: number, id: string) =>
    message(
      ms,
      3,
      { method: 'GET', url: `https://service.example/payments/${id}` },
      { status: 200, body: record(id, 'COMPLETED') },
    )
  const creates = ['dropped', 'cut', 'early', 'queried'].map((id) => create(0, order(id), created(id)))
  const yaml = await wholeFileOf([
    ...creates,
    webhook(3000, '{"id":"cut","amount":"100.5","status":"COMPLETED","customer":{"accountNa'),
    webhook(3000, '{"id":"early","status":"COMPL'),
    webhook(3000, '{"id":"queried"'),
    webhook(3001, '<html>502</html>'),
    webhook(3002, '<text of 292>'),
    query(4000, 'dropped'),
    query(5000, 'queried'),
    query(90_000, 'dropped'),
  ])
  expect(yaml).toContain('# #7, #8: a webhook that names no transaction of the recording, and is left out\n')
  expect(yaml).toMatch(/dropped \}\n {4}after: 4s\n {4}outcome: approved\n {4}webhook: \{ drop: true \}\n/)
  expect(yaml).toMatch(
    /\[ cut, queried \] \}\n {4}after: 3s\n {4}outcome: approved\n {4}webhook: \{ body: truncated \}\n/,
  )
  expect(yaml).toMatch(/# #5: its body breaks off before the status\n {2}recorded-never-final:\n.*\n.*early \}/)
})

test('a status after a final one, webhooks in another order, and a refusal without a name are comments', async () => {
  const times = (from: number, to: number) => ({
    created_at: new Date(start + from).toISOString(),
    updated_at: new Date(start + to).toISOString(),
  })
  const yaml = await wholeFileOf([
    ...['a', 'b'].map((id) => create(0, order(id), created(id))),
    create(1, order('refused'), { message: 'IP' }, { status: 403 }),
    webhook(3020, record('b', 'COMPLETED', times(0, 3010))),
    webhook(3030, record('a', 'COMPLETED', times(0, 3000))),
    webhook(9000, record('a', 'FAILED', { message: '4200 | Customer | Wrong PIN' })),
  ])
  expect(yaml).toContain('# #2: refused with 403, by what it asks or with an answer that no scenario has\n')
  expect(yaml).toContain(
    `  # #5: it says FAILED after COMPLETED, which no scenario here can say
  # #4: it came after the webhook of a transaction that ended later: see hold and release
  recorded-approved:
`,
  )
})

test('a status query with fewer fields of the specification shows no extra fields in the webhook', async () => {
  const asked = { method: 'GET', url: 'https://service.example/payments/a' }
  const lives = (more: object) =>
    fileOf([
      create(0, order('a'), { id: 'a', status: 'INITIATED' }),
      webhook(3000, record('a', 'COMPLETED', { telco_response: 'APPROVED', ...more })),
      message(4000, 3, asked, { status: 200, body: { id: 'a', status: 'COMPLETED', amount: '100.5' } }),
    ])
  expect(await lives({})).not.toContain('extra-fields')
  expect(await lives({ balance_after: 3 })).toContain('webhook: { body: extra-fields }')
})

test('a new result names no customer, no number and no key of its recording', async () => {
  const customer = { accountName: 'Ama', accountNumber: '0241234567' }
  const asked = mobileMoney({ reference: 'a', ...customer })
  const said = '9191 | Switch | key test_SECRET9 of Ama +233 24 123 4567 refused'
  const failed = { message: said, telco_response: 'AMA', provider_message: 'Failed, Amaryllis' }
  const entries = [create(0, asked, created('a')), webhook(3000, record('a', 'FAILED', failed))]
  const yaml = await fileOf(entries)
  expect(yaml).not.toMatch(/\bama\b|SECRET9|1234567|123 4567/i)
  expect(yaml).toMatch(/text: key test_REDACTED_1 of [A-Z][a-z]{2} \+233 24 1\d\d \d{4} refused\n/)
  expect(yaml).toContain('providerMessage: Failed, Amaryllis\n')
  expect(await fileOf(entries)).toBe(yaml)
})

test.each(['webhook', 'status query'])('an amount that the %s lacks is no other amount', async (lacking) => {
  const bodyOf = (what: string) => {
    const { amount, ...less } = record('a', 'COMPLETED')
    return what === lacking ? less : { ...less, amount }
  }
  const asked = { method: 'GET', url: 'https://service.example/payments/a' }
  const yaml = await wholeFileOf([
    create(0, order('a'), created('a')),
    webhook(3000, bodyOf('webhook')),
    message(4000, 3, asked, { status: 200, body: bodyOf('status query') }),
  ])
  expect(yaml).not.toMatch(/other-amount|undefined/)
})

test.each(['order-*', 'order?1'])('a reference %s has the comment that its match is wider', async (reference) => {
  const yaml = await fileOf([create(0, order(reference), created('a')), create(1, order('b'), created('b'))])
  expect(yaml.match(/#\d.*: its match may fit other references too.*/g)).toEqual([
    '#0: its match may fit other references too: * and ? stand for any text there',
  ])
})

test('a wide match comes after the references that it fits', async () => {
  const yaml = await fileOf([
    create(0, order('order-*'), created('a')),
    webhook(3000, record('a', 'COMPLETED')),
    create(4000, order('order-1'), created('b')),
    webhook(9000, record('b', 'FAILED')),
  ])
  expect(yaml.match(/reference: \S+/g)).toEqual(['reference: order-1', 'reference: order-*'])
})

test('an entry that cannot be read is named in the head, beside good ones', async () => {
  const { response, ...lacking } = create(1, order('b'), created('b'))
  const yaml = await wholeFileOf([create(0, order('a'), created('a')), lacking])
  expect(yaml).toMatch(/^# #1: no startedDateTime, .*no response.*, and left out$/m)
})

test('references that the recording lacks are named, and others with it', async () => {
  const entries = [create(0, order('a'), created('a')), create(1, order('b'), created('b'))]
  await expect(fileOf(entries, ['c'])).rejects.toThrow(
    'has no create call that can be a scenario, of the reference c; it has a, b',
  )
  expect(await fileOf(entries, ['b'])).not.toContain('reference: a')
})
