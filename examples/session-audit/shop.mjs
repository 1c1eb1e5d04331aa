import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** A shop whose customers log in and pay with mobile money. Your database stands where the maps are. */
const { PAYMENTS_URL = 'http://127.0.0.1:4747', PAYMENTS_KEY = 'test_sandbox', PORT = '3000' } = process.env
const customers = new Map([['ama@example.com', 'moonlight']])
const sessions = new Map()
const orders = new Map()
const referenceOfKey = new Map()
const largestBody = 64 * 1024

const routes = {
  'POST /login': logIn,
  'POST /orders': placeOrder,
  'GET /orders': showOrder,
  'POST /webhooks': takeWebhook,
}

function logIn({ body }) {
  const { email, password } = Object.fromEntries(new URLSearchParams(body.toString()))
  if (password === undefined || customers.get(email) !== password) return [401, { error: 'wrong name or password' }]
  const session = randomUUID()
  sessions.set(session, email)
  return [204, null, { 'set-cookie': `session=${session}; HttpOnly; SameSite=Lax` }]
}

/** The same key is the same order, so that a customer who clicks twice pays once. */
async function placeOrder({ headers, body }) {
  const customer = customerOf(headers)
  if (customer === undefined) return [401, { error: 'log in first' }]
  const key = headers['idempotency-key']
  if (key === undefined) return [400, { error: 'Idempotency-Key is needed' }]
  const { amount, phone } = JSON.parse(body)
  const ownKey = JSON.stringify([customer, key])
  if (!referenceOfKey.has(ownKey)) {
    const reference = randomUUID()
    orders.set(reference, { customer, amount, phone, status: 'open', credited: 0, paymentId: null })
    referenceOfKey.set(ownKey, reference)
    await collect(reference).catch(() => {})
  }
  return [201, { reference: referenceOfKey.get(ownKey) }]
}

/** Looking at an open order asks the service about it: a webhook may never come. */
async function showOrder({ headers, id }) {
  const order = orders.get(id)
  if (order === undefined || order.customer !== customerOf(headers)) return [404, null]
  if (order.status === 'open') await (order.paymentId ? settle(id, order.paymentId) : collect(id)).catch(() => {})
  return [200, { status: order.status, credited: order.credited }]
}

/** A webhook only says that there is news: the service's own record decides. A failure is answered with 500, and it comes again. */
async function takeWebhook({ headers, body }) {
  if (!isSigned(body, headers['x-webhook-signature'])) return [401, null]
  const { id, reference_business: reference } = JSON.parse(body)
  if (!orders.has(reference)) return [404, null]
  await settle(reference, id)
  return [204, null]
}

/** Asks for the money. The service takes a reference once, so a call whose answer was lost can be made again. */
async function collect(reference) {
  const { amount, phone } = orders.get(reference)
  const callbackURL = `http://127.0.0.1:${PORT}/webhooks`
  const customer = { accountName: 'Ama', accountNumber: phone, currency: 'GHS', network: 'MTN' }
  const asked = { ...customer, amount, reason: 'Shoes', reference, callbackURL }
  const { status, answer } = await call('POST', '/collections/mobilemoney', asked)
  if (status === 200 || status === 201) orders.get(reference).paymentId = answer.id
  else if (status === 400 && !JSON.stringify(answer).includes('Duplicate')) orders.get(reference).status = 'failed'
}

async function settle(reference, paymentId) {
  const { status, answer } = await call('GET', `/payments/${encodeURIComponent(paymentId)}`)
  if (status !== 200) throw new Error(`The service answered ${status}`)
  const order = orders.get(reference)
  // The first final status counts: a webhook can come again, and several at once.
  if (order.status !== 'open' || answer.reference_business !== reference) return
  order.paymentId = paymentId
  if (answer.status === 'FAILED') order.status = 'failed'
  if (answer.status !== 'COMPLETED' || Number(answer.amount) !== order.amount) return
  order.status = 'paid'
  order.credited += order.amount
}

async function call(method, path, body) {
  const response = await fetch(PAYMENTS_URL + path, {
    method,
    headers: { authorization: PAYMENTS_KEY, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  })
  return { status: response.status, answer: await response.json() }
}

function customerOf({ cookie = '' }) {
  return sessions.get(/(?:^|; )session=([^;]*)/.exec(cookie)?.[1])
}

function isSigned(raw, signature = '') {
  const expected = Buffer.from(createHmac('sha512', PAYMENTS_KEY).update(raw).digest('hex'))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function answer(request) {
  const [, name, id] = request.url.split('/')
  const route = routes[`${request.method} /${name}`]
  if (route === undefined) return [404, null]
  const chunks = []
  for await (const chunk of request) {
    chunks.push(chunk)
    if (chunks.reduce((sum, { length }) => sum + length, 0) > largestBody) return [413, null, { connection: 'close' }]
  }
  return route({ headers: request.headers, body: Buffer.concat(chunks), id })
}

createServer(async (request, response) => {
  const [status, value, headers] = await answer(request).catch((error) => [
    error instanceof SyntaxError ? 400 : 500,
    null,
  ])
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(value && JSON.stringify(value))
}).listen(Number(PORT), '127.0.0.1')
