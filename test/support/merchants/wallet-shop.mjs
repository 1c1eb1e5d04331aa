/** A wallet: customers put money in and take it out. A withdrawal holds its sum at once, and a timer does what calls and webhooks left. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import Database from 'better-sqlite3'

const { PAYMENTS_URL, PAYMENTS_KEY, PORT, WALLET_FILE = 'wallet.db', TIMER_MS = '1000' } = process.env
const callbackURL = `http://127.0.0.1:${PORT}/webhooks`
const largestBody = 64 * 1024
const callMs = 20_000

const db = new Database(WALLET_FILE)
db.pragma('journal_mode = WAL')
db.exec(`
  create table if not exists movements (
    reference text primary key,
    kind text not null check (kind in ('deposit', 'withdrawal')),
    customer text not null,
    minor integer not null check (minor > 0),
    state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
    payment_id text,
    calls integer not null default 0,
    idempotency_key text unique
  );
  create table if not exists entries (
    reference text not null references movements,
    why text not null check (why in ('deposit', 'hold', 'release')),
    customer text not null,
    minor integer not null,
    primary key (reference, why)
  );
  create table if not exists inbox (id integer primary key, payment_id text not null, reference text not null, done integer not null default 0);
`)
const sql = {
  add: db.prepare('insert into movements (reference, kind, customer, minor, idempotency_key) values (?, ?, ?, ?, ?)'),
  byKey: db.prepare('select * from movements where idempotency_key = ?'),
  byReference: db.prepare('select * from movements where reference = ?'),
  pending: db.prepare(`select reference from movements where state = 'pending'`),
  called: db.prepare('update movements set calls = calls + 1 where reference = ? returning calls'),
  identify: db.prepare('update movements set payment_id = ? where reference = ? and payment_id is null'),
  end: db.prepare(`update movements set state = ? where reference = ? and state = 'pending'`),
  enter: db.prepare('insert into entries (reference, why, customer, minor) values (?, ?, ?, ?)'),
  balance: db.prepare('select coalesce(sum(minor), 0) as minor from entries where customer = ?'),
  customer: db.prepare('select 1 from movements where customer = ?'),
  out: db.prepare('select coalesce(sum(-minor), 0) as minor from entries where reference = ?'),
  note: db.prepare('insert into inbox (payment_id, reference) values (?, ?)'),
  noted: db.prepare('select * from inbox where done = 0 order by id'),
  worked: db.prepare('update inbox set done = 1 where id = ?'),
}

/** The number of a wallet: digits with the country's code. */
const walletOf = (phone) => String(phone).replace(/\D/g, '').replace(/^0/, '233')

const open = db.transaction((kind, customer, minor, key) => {
  const known = key === null ? undefined : sql.byKey.get(key)
  if (known !== undefined) return known
  if (kind === 'withdrawal' && sql.balance.get(customer).minor < minor) return null
  const reference = randomUUID()
  sql.add.run(reference, kind, customer, minor, key)
  if (kind === 'withdrawal') sql.enter.run(reference, 'hold', customer, -minor)
  return sql.byReference.get(reference)
})

const end = db.transaction((reference, state) => {
  const { kind, customer, minor } = sql.byReference.get(reference)
  if (sql.end.run(state, reference).changes === 0) return
  if (kind === 'deposit' && state === 'done') sql.enter.run(reference, 'deposit', customer, minor)
  if (kind === 'withdrawal' && state === 'failed') sql.enter.run(reference, 'release', customer, minor)
})

async function call(method, path, body) {
  const response = await fetch(PAYMENTS_URL + path, {
    method,
    headers: { authorization: PAYMENTS_KEY, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(callMs),
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

const sending = new Set()
/** Only one call for a movement is under way: of two at once, one could be refused and the other taken. */
async function sendAlone(movement) {
  const { reference } = movement
  if (sending.has(reference)) return
  sending.add(reference)
  await send(movement).finally(() => sending.delete(reference))
}

/**
 * Asks the service to move the money. It takes a reference once, so this may be repeated as long as the answer is unknown. A refusal
 * of the first call is final; the refusal of a repeated call says nothing about the first.
 */
async function send({ reference, kind, customer, minor }) {
  const { calls } = sql.called.get(reference)
  const amount = minor / 100
  const account = { accountName: 'Customer', accountNumber: customer, currency: 'GHS', network: 'MTN' }
  const { status, text } =
    kind === 'deposit'
      ? await call('POST', '/collections/mobilemoney', { ...account, amount, reason: 'Top up', reference, callbackURL })
      : await call('POST', '/disbursements/mobilemoney', {
          reference,
          callbackURL,
          recipients: [{ ...account, amount }],
        })
  if (status === 200 || status === 201) {
    const [record] = [JSON.parse(text)].flat()
    sql.identify.run(record.id, reference)
  } else if (calls === 1 && status >= 400 && status < 500 && status !== 408 && status !== 429) {
    end(reference, 'failed')
  }
}

/** The service's own record decides, and no webhook. */
async function look(paymentId, reference) {
  const { status, text } = await call('GET', `/payments/${encodeURIComponent(paymentId)}`)
  if (status !== 200) throw new Error(`the service answered ${status}`)
  const record = JSON.parse(text)
  const movement = sql.byReference.get(reference)
  if (movement === undefined || record.reference_business !== reference) return
  sql.identify.run(record.id, reference)
  if (record.status === 'FAILED') end(reference, 'failed')
  if (record.status !== 'COMPLETED') return
  if (Math.round(Number(record.amount) * 100) === movement.minor) end(reference, 'done')
  else process.stderr.write(`${reference}: ${record.amount} came for ${movement.minor / 100}; a person must look\n`)
}

const mostFailures = 20
const failures = new Map()
let rounds = 0
let working = null
/** One at a time. Who asks meanwhile waits for the round that is under way and then for one of his own. */
async function work() {
  while (working !== null) await working
  working = round().finally(() => {
    working = null
  })
  return working
}

async function round() {
  rounds++
  for (const note of sql.noted.all()) {
    await attempt(note.reference, async () => {
      await look(note.payment_id, note.reference)
      sql.worked.run(note.id)
    })
  }
  for (const { reference } of sql.pending.all()) {
    const movement = sql.byReference.get(reference)
    const { payment_id: paymentId, state } = movement
    if (state !== 'pending') continue
    await attempt(reference, () => (paymentId === null ? sendAlone(movement) : look(paymentId, reference)))
  }
}

/** What fails now is tried again in the next round, and what fails again and again in few of them. */
async function attempt(reference, step) {
  if ((failures.get(reference) ?? 0) >= mostFailures && rounds % mostFailures !== 0) return
  try {
    await step()
    failures.delete(reference)
  } catch (error) {
    failures.set(reference, (failures.get(reference) ?? 0) + 1)
    process.stderr.write(`${reference}: ${error.message}\n`)
  }
}

function takeWebhook(raw, signature = '') {
  const given = Buffer.from(signature)
  const right = Buffer.from(createHmac('sha512', PAYMENTS_KEY).update(raw).digest('hex'))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 401
  let record
  try {
    record = JSON.parse(raw.toString())
  } catch {
    return 400
  }
  if (typeof record?.id !== 'string' || sql.byReference.get(record.reference_business ?? '') === undefined) return 404
  sql.note.run(record.id, record.reference_business)
  return 200
}

async function begin(kind, { amount, phone }, key = null) {
  const minor = Math.round(Number(amount) * 100)
  if (!(minor > 0) || typeof phone !== 'string') return [400, { error: 'amount and phone are needed' }]
  const movement = open.immediate(kind, walletOf(phone), minor, key)
  if (movement === null) return [409, { error: 'not enough money' }]
  if (movement.state === 'pending' && movement.payment_id === null)
    await attempt(movement.reference, () => sendAlone(movement))
  return [201, { reference: movement.reference }]
}

function shown(reference) {
  const movement = sql.byReference.get(reference)
  if (movement === undefined) return [404, null]
  const moved = sql.out.get(reference).minor / 100
  return [200, { reference, state: movement.state, credited: Math.max(0, -moved), taken: Math.max(0, moved) }]
}

async function answer({ method, url = '', headers }, raw) {
  const [, name = '', id = ''] = url.split('/').map(decodeURIComponent)
  if (method === 'POST' && name === 'webhooks') return [takeWebhook(raw, headers['x-webhook-signature']), null]
  if (method === 'POST' && name === 'deposits') return begin('deposit', JSON.parse(raw), headers['idempotency-key'])
  if (method === 'POST' && name === 'withdrawals')
    return begin('withdrawal', JSON.parse(raw), headers['idempotency-key'])
  if (method === 'POST' && name === 'cron') return [200, await work()]
  if (name === 'wallets' && sql.customer.get(id)) return [200, { balance: sql.balance.get(id).minor / 100 }]
  return name === 'deposits' || name === 'withdrawals' ? shown(id) : [404, null]
}

createServer(async (incoming, outgoing) => {
  const chunks = []
  let bytes = 0
  for await (const chunk of incoming) {
    bytes += chunk.length
    if (bytes > largestBody) return outgoing.writeHead(413, { connection: 'close' }).end()
    chunks.push(chunk)
  }
  const [status, value] = await answer(incoming, Buffer.concat(chunks)).catch(() => [500, { error: 'sorry' }])
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value ?? null))
}).listen(Number(PORT), '127.0.0.1')
setInterval(work, Number(TIMER_MS))
