import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { audited } from '../support/audited.ts'
import { folderWith, run } from '../support/cli.ts'
import { listening } from '../support/listening.ts'
import { Merchant } from '../support/merchants/merchant.ts'

const slow = { timeout: 90_000 }
const only = { options: ['--only', 'wrong-pin'] }

interface Door {
  readonly url: string
  /** The idempotency keys, and the bodies that came in. */
  readonly keys: string[]
  readonly bodies: string[]
}

/** A server that lets only a customer with a session in, to the shop that `x-shop` names; forms are answered by a redirect. */
async function openDoor(): Promise<Door> {
  const [keys, bodies]: [string[], string[]] = [[], []]
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.headers.cookie !== 'session=s3cret') return response.writeHead(401).end('{"error":"log in"}')
    const { isForm, sent } = read(request, body)
    if (request.method === 'POST') {
      keys.push(String(request.headers['idempotency-key']))
      bodies.push(body)
    }
    const init =
      request.method === 'POST' ? { method: 'POST', body: sent, headers: { 'content-type': 'application/json' } } : {}
    const answer = await fetch(`${request.headers['x-shop']}${request.url}`, init)
    const answered = await answer.text()
    const { reference = '' } = JSON.parse(answered) ?? {}
    const headers = { 'x-reference': String(reference), ...(isForm ? { location: '/thanks' } : {}) }
    response.writeHead(isForm ? 303 : answer.status, headers).end(isForm ? '' : answered)
  })
  return { url: await listening(server), keys, bodies }
}

function read({ headers }: IncomingMessage, body: string) {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
  const { amount, ...fields } = Object.fromEntries(new URLSearchParams(body))
  return { isForm, sent: isForm ? JSON.stringify({ ...fields, amount: Number(amount) }) : body }
}

const headers = 'headers: { Cookie: "session={env:DOOR_SESSION}", x-shop: SHOP, Idempotency-Key: "{fresh}" }\n'
const probeAt = (url: string) =>
  `probe: { get: "${url}/orders/{reference}", paid: { at: /status, is: paid }, credited: /credited }\n`

test('a shop behind a session is audited with the headers of the plan, a fresh key for each order', slow, async () => {
  process.env.DOOR_SESSION = 's3cret'
  onTestFinished(() => void delete process.env.DOOR_SESSION)
  const { url, keys, bodies } = await openDoor()
  const order = `order: { post: "${url}/orders", body: { amount: 10.5, phone: "{local} {international}" }, reference: header X-Reference }\n`
  const { code, failed, stderr } = await audited(Merchant, headers + order + probeAt(url), only)
  expect([code, failed, stderr.includes('s3cret')]).toEqual([0, [], false])
  expect(new Set(keys).size).toBe(keys.length)
  expect(bodies[0]).toMatch(/"phone":"(0)(\d{9}) 233\d{9}"/)
})

test('a form that is answered by a redirect needs no reference: the create call has it', slow, async () => {
  process.env.DOOR_SESSION = 's3cret'
  onTestFinished(() => void delete process.env.DOOR_SESSION)
  const { url, bodies } = await openDoor()
  const order = `order: { post: "${url}/orders", form: { amount: 10.5, phone: "{accountNumber}" } }\n`
  const { code, failed } = await audited(Merchant, headers + order + probeAt(url), only)
  expect([code, failed]).toEqual([0, []])
  expect(bodies[0]).toMatch(/^amount=10\.5&phone=0\d{9}$/)
})

test('a shop that refuses for want of a login: the answer says which part of the plan is missing', slow, async () => {
  const { url } = await openDoor()
  const order = `order: { post: "${url}/orders", body: { amount: 10.5 }, reference: /reference }\n`
  const { code, stderr } = await audited(Merchant, order)
  expect([code, stderr]).toEqual([3, expect.stringContaining('answered 401: the plan lacks headers; write what')])
  const stranger = 'headers: { Cookie: "session=of-yesterday" }\n'
  const refused = await audited(Merchant, stranger + order)
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('answered 401: does headers of the plan')])
  const unset = await run(['audit', '--plan', 'audit.yaml'], { cwd: folderWith({ 'audit.yaml': headers + order }) })
  expect(unset).toMatchObject({
    code: 2,
    stderr: 'audit.yaml: {env:DOOR_SESSION}: the variable DOOR_SESSION is not set\n',
  })
})

test('a redirect to a login is not taken for an order', slow, async () => {
  const server = createServer((_request, response) => response.writeHead(302, { location: '/login' }).end())
  const order = `order: { post: "${await listening(server)}/orders", form: { amount: 10.5, phone: "{local}" } }\n`
  const { code, stderr } = await audited(Merchant, order)
  const reason =
    'The shop answered 302 to /login and made no create call: log the customer in with headers of the plan, or point'
  expect([code, stderr]).toEqual([3, expect.stringContaining(reason)])
})

test('a form that is refused: the answer names the fields that it had', slow, async () => {
  const server = createServer((_request, response) => response.writeHead(403).end('CSRF token missing'))
  const order = `order: { post: "${await listening(server)}/orders", form: { amount: 10.5, phone: "{local}" } }\n`
  const { code, stderr } = await audited(Merchant, `headers: { Cookie: a=b }\n${order}`)
  const reason = 'does order.form have each field of the page, such as a CSRF token? It has amount, phone'
  expect([code, stderr]).toEqual([3, expect.stringContaining(reason)])
})

test('a command of the plan gets a variable as text', slow, async () => {
  process.env.DOOR_SESSION = "s3c'r et"
  onTestFinished(() => void delete process.env.DOOR_SESSION)
  const row = '[ {env:DOOR_SESSION} = "s3c\'r et" ] && echo "{\\"status\\": \\"paid\\", \\"credited\\": 10.5}"'
  const probe = `probe: { command: ${JSON.stringify(row)}, paid: { at: /status, is: paid }, credited: /credited }\n`
  const order = 'order: { post: SHOP/orders, body: { amount: 10.5 }, reference: /reference }\n'
  const { rows, stderr } = await audited(Merchant, order + probe, only)
  expect([rows[0]?.verdict, `${JSON.stringify(rows)}${stderr}`.includes('s3c')]).toEqual(['ok', false])
})
