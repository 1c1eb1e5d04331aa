import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { noFaults } from '../../src/domain/webhook-faults.ts'
import { sleep } from '../../src/time.ts'
import { lineWriter } from '../../src/world-file/lines.ts'
import { type RecordOf, type WorldRecord, worldRecords } from '../../src/world-file/records.ts'
import { openSandbox, openSharedSandbox, type Shop, shopOf, startTime } from '../support/opened-sandbox.ts'
import { type Merchant, startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

async function exported(shop: Shop, query = ''): Promise<Buffer> {
  const response = await fetch(`${sandbox.url}/_sandbox/export${query}`, { headers: { authorization: shop.key } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  return Buffer.from(await response.arrayBuffer())
}

async function imported(shop: Shop, file: Buffer, { query = '', url = sandbox.url } = {}) {
  const response = await fetch(`${url}/_sandbox/import${query}`, {
    method: 'POST',
    headers: { authorization: shop.key },
    body: new Uint8Array(file),
  })
  return {
    status: response.status,
    hint: response.headers.get('x-sandbox-hint'),
    body: JSON.parse(await response.text()),
  }
}

/** All that a business shows, but for how long attempts took and what it is called. */
async function faceOf(shop: Shop) {
  const { data } = (await shop.get('/_sandbox/transactions')).body
  const paths = [
    'clock',
    'wallets',
    'jobs',
    'scenarios/queue',
    'webhooks',
    ...data.map(({ id }: { id: string }) => `transactions/${id}`),
  ]
  const answers = await Promise.all(
    paths.map(async (path) =>
      JSON.parse((await shop.get(`/_sandbox/${path}`)).text.replaceAll(/"durationMs":[\d.]+/g, '"durationMs":0')),
    ),
  )
  return { data, answers }
}

/** A business in the middle of everything: paid, failed, waiting, held, retried, queued. */
async function busyShop(merchant: Merchant): Promise<Shop> {
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'paid' })
  await shop.collect({ reference: 'wrong-pin', accountNumber: '0240009110' })
  await shop.generate({ reference: 'scn:va-split:1' })
  await shop.collect({ reference: 'waits', accountNumber: '0240009120' })
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 2 })
  await shop.call('/_sandbox/business', { method: 'PATCH', body: { bearFee: 'business' } })
  await shop.advance('20s')
  return shop
}

async function runOn(shop: Shop, merchant: Merchant) {
  const before = merchant.webhooks.length
  await shop.post('/_sandbox/clock/advance', { by: '1h' })
  const sent = merchant.webhooks.slice(before)
  return sent.map(({ body, headers: { date: _, connection: __, ...headers } }) => ({ body, headers }))
}

test('an imported world shows what the exported one did, and sends the same webhooks at the same times', async () => {
  const merchant = await startMerchant(({ headers }) => (headers['x-sandbox-attempt'] === '5' ? 200 : 503))
  const shop = await busyShop(merchant)
  const [file, face] = [await exported(shop), await faceOf(shop)]
  const { url } = await openSandbox({})
  const copy = shopOf(url, shop.key)
  const { status, body } = await imported(copy, file, { url })
  expect([status, body.note, body.from, body.transactions]).toEqual([200, null, shop.key, 4])
  expect(await faceOf(copy)).toEqual(face)
  const sent = await runOn(shop, merchant)
  expect(sent.length).toBeGreaterThan(5)
  expect(await runOn(copy, merchant)).toEqual(sent)
  expect(await faceOf(copy)).toEqual(await faceOf(shop))
})

test('a key that has transactions keeps them unless they are to be replaced', async () => {
  const merchant = await startMerchant()
  const file = await exported(await busyShop(merchant))
  const other = sandbox.shop()
  await other.collect({ reference: 'own' })
  const face = await faceOf(other)
  // A file that is cut off too: the same refusal, however much of it was read.
  for (const each of [file, file.subarray(0, -9)]) {
    expect(await imported(other, each)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    expect(await faceOf(other)).toEqual(face)
  }
  const { status, body } = await imported(other, file, { query: '?replace=true' })
  expect([status, body.note]).toEqual([200, expect.stringContaining('OTPs that wait')])
  expect((await other.get('/_sandbox/transactions')).body.data).toHaveLength(4)
})

test('the secret of the settings goes along only if it is asked for', async () => {
  const shop = sandbox.shop({ webhookSecret: 'whsec_own' })
  await shop.collect()
  expect(gunzipSync(await exported(shop)).toString()).not.toContain('whsec_own')
  expect(gunzipSync(await exported(shop, '?secrets=true')).toString()).toContain('whsec_own')
})

test('a file with any changed byte is refused, also when it is packed again, and nothing is changed', async () => {
  const shop = sandbox.shop()
  await shop.collect({ reference: 'one' })
  await shop.advance('10s')
  const text = gunzipSync(await exported(shop))
  const other = sandbox.shop()
  for (let place = 0; place < text.length; place += 61) {
    const changed = Buffer.from(text)
    changed[place] = (changed[place] ?? 0) ^ 1
    const { status, body } = await imported(other, gzipSync(changed))
    expect([status, body.error?.code], `byte ${place}`).toEqual([400, 'invalid'])
  }
  expect((await other.get('/_sandbox/businesses')).body.map((one: { key: string }) => one.key)).not.toContain(other.key)
})

/** The lines of an exported business. */
async function linesOf(shop: Shop): Promise<string[]> {
  return gunzipSync(await exported(shop))
    .toString()
    .trimEnd()
    .split('\n')
}

test.each<[string, (all: string[]) => Buffer, RegExp]>([
  ['is not gzip', () => Buffer.from('{"world":1}'), /^The file is not gzip$/],
  ['is cut off', (all) => gzipSync(all.join('\n')).subarray(0, -9), /^The file is cut off/],
  ['ends early', (all) => gzipSync(`${all.slice(0, -1).join('\n')}\n`), /^The last line is missing/],
  ['ends within a line', (all) => gzipSync(all.join('\n')), /^line \d+: it is cut off$/],
  ['lacks a line', (all) => gzipSync(`${all.toSpliced(2, 1).join('\n')}\n`), /^line 3: it is not what was exported/],
  [
    'has a newer format',
    (all) => gzipSync(`${all.join('\n').replace('"format":1', '"format":2')}\n`),
    /^The file has format 2/,
  ],
  ['has a line of 64 MB', ([one]) => gzipSync(`${one}\n${'a'.repeat(2 ** 26)}`), /^line 2: it is over 4 MB$/],
  ['is all line feeds', () => gzipSync(Buffer.alloc(2 ** 26, 10)), /^line 1: it is not the first line/],
  ['is something else', () => gzipSync('{"a":1}\n'), /^line 1: it is not the first line of an exported world$/],
])('a file that %s is refused', async (_, change, message) => {
  const shop = sandbox.shop()
  await shop.collect({ reference: 'one' })
  const { status, body } = await imported(sandbox.shop(), change(await linesOf(shop)))
  expect([status, body.error.message, typeof body.error.hint]).toEqual([400, expect.stringMatching(message), 'string'])
})

test('with run=true a running clock goes on from the exported time, without the time in between', async () => {
  const shop = sandbox.shop()
  await shop.collect()
  await shop.post('/_sandbox/clock/resume', { rate: 60 })
  const file = await exported(shop)
  const [first = ''] = gunzipSync(file).toString().split('\n')
  const { at } = worldRecords.world.loose().parse(JSON.parse(first))
  const { url } = await openSandbox({})
  const { body } = await imported(shopOf(url, shop.key), file, { url, query: '?run=true' })
  expect(body.clock).toMatchObject({ mode: 'real', rate: 60 })
  const now = Date.parse(body.clock.now)
  expect(now).toBeGreaterThanOrEqual(at)
  expect(now - at).toBeLessThan(3_600_000)
})

/** The file of a world after a change by hand, with right checksums. */
function changedByHand(all: readonly string[], change: (records: WorldRecord[]) => unknown = () => {}): Buffer {
  const records: WorldRecord[] = all.map((line) => {
    const { check: _, ...record } = JSON.parse(line)
    return record
  })
  change(records)
  const write = lineWriter()
  return gzipSync(records.map((record) => write(record)).join(''))
}

/** Changes the first record of a kind. */
const first = (kind: string, part: object) => (records: WorldRecord[]) =>
  Object.assign(records.find((record) => record.kind === kind) ?? {}, part)

const faults = { signature: { a: 1 }, body: 3 }
const outcome = { error: null, durationMs: 1, sent: true }

const plan = (change: (plan: RecordOf<'plan'>['plan']) => object) => (records: WorldRecord[]) => {
  for (const record of records) if (record.kind === 'plan') Object.assign(record.plan, change(record.plan))
}

const attempt = (part: object) => (records: WorldRecord[]) => {
  for (const record of records) if (record.kind === 'webhook') Object.assign(record.attempts[0] ?? {}, part)
}

const plainWebhook = { delayMs: 0, retryMs: [], timeoutMs: 1000, faults: null }
const transfer = { act: 'transfer', amountMinor: 1, senderName: 'Ama' } as const

const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

const virtualAccount = { bankName: 'Test Bank', accountName: 'Ama Mensah', accountNumber: '9900000001' }
const withAccount = { flow: 'virtual-account', virtualAccount } as const

test.each<[string, (records: WorldRecord[]) => unknown, RegExp]>([
  ['a time past the year 9999', first('world', { at: 2 ** 53 - 1 }), /^line 1: at /],
  ['a transaction of such a time', first('transaction', { createdAt: 2 ** 53 - 1 }), /^line \d+: createdAt /],
  ['a flow that needs an account', first('transaction', { flow: 'virtual-account' }), /do not fit together$/],
  ['a flow that needs another plan', first('transaction', withAccount), /has the plan of another flow$/],
  ['an event whose id leaves no room', first('transaction', { event: 2 ** 53 - 1 }), /^line \d+: event /],
  ['an id with half a character', first('transaction', { id: 'a\ud800' }), /^line \d+: id has half a character/],
  [
    'an address that is none',
    first('transaction', { callbackUrl: 'not a url' }),
    /callbackUrl is not an http or https/,
  ],
  ['a webhook to such an address', first('webhook', { url: 'not a url' }), /url is not an http or https URL/],
  ['faults that no scenario can have', first('webhook', { webhook: { faults } }), /webhook\.faults\./],
  ['more refusals than it can count', first('refused', { times: 9e15 }), /times /],
  [
    'two million copies',
    plan(({ webhook }) => ({ webhook: { ...webhook, faults: { ...noFaults, copies: 2e6 } } })),
    /copies /,
  ],
  ['a hundred retries', plan(({ webhook }) => ({ webhook: { ...webhook, retryMs: Array(100).fill(1) } })), /retryMs /],
  ['an attempt of an hour', plan(({ webhook }) => ({ webhook: { ...webhook, timeoutMs: 3_600_000 } })), /timeoutMs /],
  ['metadata of 2,000 levels', first('transaction', { metadata: nested(2000) }), /nests deeper than 64 levels/],
  ['metadata that is a list', first('transaction', { metadata: [1] }), /^line \d+: metadata is a list; write a map$/],
  ['an answer without a status', attempt({ outcome: { ...outcome, response: { body: 1 } } }), /response\.status/],
  [
    'a queue that matches junk',
    first('queued', { match: { amount: 'x', junk: 1 } }),
    /^line \d+: the queue has approve with match/,
  ],
  ['a queue for a million calls', first('queued', { remaining: 1e6 }), /remaining /],
  ['a name of 100 KB', first('queued', { use: 'a'.repeat(100_000) }), /use is longer than 65536/],
  [
    'an attempt that is there twice',
    (records) => {
      const webhook = records.find((record) => record.kind === 'webhook')
      const [attempt] = webhook?.attempts ?? []
      Object.assign(webhook ?? {}, { attempts: [attempt, attempt] })
    },
    /attempt 1 is not the next one$/,
  ],
  ['a webhook without its first attempt', attempt({ number: 2 }), /attempt 2 is not the next one$/],
  ['a copy that is text', first('webhook', { webhook: { ...plainWebhook, copy: '1' } }), /webhook\.copy is text/],
  [
    'a plan that pays into no account',
    plan(({ steps }) => ({ steps: [...steps, { from: 'creation', afterMs: 1, act: transfer }] })),
    /plan 0 pays into an account, and has none$/,
  ],
  [
    'a webhook that waits for one of no transaction',
    (records) => {
      const [webhook] = records.filter(({ kind }) => kind === 'webhook') as [RecordOf<'webhook'>]
      const { id: deliveryId, transactionId } = webhook
      const next = [{ transactionId: 'gone', deliveryId, origin: '' }]
      const work = { kind: 'deliver', transactionId, deliveryId, origin: '', next } as const
      records.splice(-1, 1, { kind: 'job', dueAt: 0, work }, { kind: 'end', lines: records.length })
    },
    /transaction gone is not in the file$/,
  ],
  [
    'a transfer into no account',
    (records) => {
      const [{ id: transactionId }] = records.filter(({ kind }) => kind === 'transaction') as [RecordOf<'transaction'>]
      const work = { kind: 'act', transactionId, step: 0, act: transfer } as const
      records.splice(-1, 1, { kind: 'job', dueAt: 0, work }, { kind: 'end', lines: records.length })
    },
    /has no account to pay into$/,
  ],
  [
    'a queue of 10,001 patterns',
    first('queued', { match: { reference: Array.from({ length: 10_001 }, (_, n) => `r${n}`) } }),
    /^line \d+: the queue has more than 10000 entries and patterns$/,
  ],
  [
    '10,001 scenarios that refused calls',
    (records) => {
      const refused = Array.from(
        { length: 10_001 },
        (_, n) => ({ kind: 'refused', scenario: `s${n}`, times: 1 }) as const,
      )
      records.splice(
        records.findIndex(({ kind }) => kind === 'plan'),
        0,
        ...refused,
      )
      records.splice(-1, 1, { kind: 'end', lines: records.length - 1 })
    },
    /^line \d+: more than 10000 scenarios refused calls$/,
  ],
  ['a name of 3 MB', (records) => records.splice(1, 0, { kind: 'a'.repeat(3e6) } as never), /^line 2: a{1000}…$/],
  [
    'a hundred thousand unknown names',
    first('queued', Object.fromEntries(Array.from({ length: 1e5 }, (_, n) => [`k${n}`, 1]))),
    /^line 2: k0 unknown key; [^…]{900,1000}…$/,
  ],
])('a world with %s is refused, though its checksums are right', async (_, change, message) => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'one' })
  await shop.collect({ reference: 'scn:server-error:1' })
  await shop.post('/_sandbox/scenarios/queue', { use: 'approve', match: { reference: 'later' } })
  await shop.advance('1h')
  const all = await linesOf(shop)
  const other = sandbox.shop()
  expect((await imported(other, changedByHand(all))).status).toBe(200)
  const { status, body } = await imported(other, changedByHand(all, change), { query: '?replace=true' })
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)])
  expect((await other.get('/_sandbox/transactions')).body.data).toHaveLength(1)
})

test('an import says which scenarios of the world are not here', async () => {
  const shop = sandbox.shop()
  await shop.collect({ reference: 'one' })
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin' })
  const all = await linesOf(shop)
  const { url } = await openSandbox()
  const unchanged = await imported(shopOf(url, shop.key), changedByHand(all), { url })
  expect(unchanged.body.note).toBeNull()
  const renamed = changedByHand(all, first('queued', { use: 'own-one' }))
  const { status, body } = await imported(shopOf(url, shop.key), renamed, { url, query: '?replace=true' })
  expect([status, body.note]).toEqual([200, 'the next create calls are to play what this sandbox lacks: own-one'])
})

test('an imported world stands, names where its webhooks would go, and sends them once its clock runs', async () => {
  const merchant = await startMerchant()
  const { host } = new URL(merchant.url)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'due' })
  const all = await linesOf(shop)
  const file = changedByHand(all, first('job', { dueAt: Date.parse(startTime) - 1 }))
  const { url } = await openSandbox({ clock: 'real' })
  const copy = shopOf(url, shop.key)
  const { status, body } = await imported(copy, file, { url })
  expect([status, body.hosts, body.clock.mode, body.pendingJobs]).toEqual([200, [host], 'frozen', 1])
  await copy.collect({ reference: 'new', accountNumber: '0240009120' })
  await sleep(50)
  expect(merchant.webhooks).toHaveLength(0)
  await copy.post('/_sandbox/clock/resume')
  await expect.poll(() => merchant.webhooks.length).toBe(1)
})

test('the hosts of replays that wait, and of accounts that can still be paid, are named', async () => {
  const merchant = await startMerchant()
  const { host } = new URL(merchant.url)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'paid' })
  await shop.advance('1h')
  const all = await linesOf(shop)
  const copy = sandbox.shop()
  expect((await imported(copy, changedByHand(all))).body.hosts).toEqual([])
  const replayed = changedByHand(all, (records) => {
    const [{ id: deliveryId, transactionId }] = records.filter(({ kind }) => kind === 'webhook') as [
      RecordOf<'webhook'>,
    ]
    const work = { kind: 'deliver', transactionId, deliveryId, origin: 'http://127.0.0.1', replay: true } as const
    records.splice(-1, 1, { kind: 'job', dueAt: 0, work }, { kind: 'end', lines: records.length })
  })
  expect((await imported(copy, replayed, { query: '?replace=true' })).body.hosts).toEqual([host])
  const late = sandbox.shop({ callbackUrl: merchant.url })
  await late.generate({ reference: 'scn:va-late:1' })
  await late.advance('30m')
  const { body } = await imported(copy, await exported(late), { query: '?replace=true' })
  expect(body).toMatchObject({ hosts: [host], pendingJobs: 1 })
})

test('a world of more transactions than the quota allows is refused, and nothing of it stays', async () => {
  const shop = sandbox.shop()
  for (const reference of ['one', 'two', 'three']) await shop.collect({ reference })
  const { url } = await openSandbox({ maxTransactionsPerBusiness: 2 })
  const copy = shopOf(url, shop.key)
  const { status, body } = await imported(copy, await exported(shop), { url })
  expect([status, body.error.code, body.error.message]).toEqual([
    429,
    'quota',
    'The world has more than 2 transactions, the most that maxTransactionsPerBusiness allows',
  ])
  expect((await copy.get('/_sandbox/transactions')).body.data).toEqual([])
})
