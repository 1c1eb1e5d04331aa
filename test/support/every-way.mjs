import { once } from 'node:events'
import { createServer } from 'node:http'

const path = '/collections/mobilemoney'
const payment = {
  amount: 100.5,
  currency: 'GHS',
  network: 'MTN',
  accountName: 'Ama Mensah',
  accountNumber: '0241234567',
  reason: 'Order 1',
}

/** Nothing listens there. */
const refusing = 'http://127.0.0.1:1/'

/**
 * Uses sandboxes in every way of the test library, with the globals of the moment, and returns what came of it. The calls are those
 * to a sandbox with a port, the same over HTTP, and those to one without a port.
 */
export async function everyWay({ startSandbox, connectSandbox, explore }) {
  const seen = { calls: [], webhooks: [] }
  for (const listen of [true, false]) {
    const sandbox = await startSandbox({ clock: 'frozen', listen })
    const merchant = await sandbox.receiver()
    const shop = await sandbox.business({ callbackUrl: merchant.url })
    seen.calls.push(await everyCall(sandbox, shop))
    if (listen) {
      const connected = await connectSandbox({ url: sandbox.url })
      seen.calls.push(await everyCall(connected, await connected.business({ callbackUrl: merchant.url })))
    }
    const own = await sandbox.business({ receive })
    await sandbox.fetch(path, callOf(own, 'text'))
    const lost = await sandbox.business({ callbackUrl: refusing, retry: [] })
    await sandbox.fetch(path, callOf(lost, 'text'))
    const statuses = [await delivered(shop), await delivered(own), await errorOf(lost)]
    seen.webhooks.push([merchant.webhooks.every(merchant.verify), ...statuses])
    await sandbox.stop()
  }
  return { ...seen, runs: await runsOf(explore) }
}

function callOf({ apiKey }, reference) {
  const headers = { authorization: apiKey, 'content-type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify({ ...payment, reference }) }
}

async function everyCall({ url, fetch }, shop) {
  const { headers } = callOf(shop)
  const { signal } = new AbortController()
  const answers = [
    await fetch(path, callOf(shop, 'text')),
    await fetch(new URL(path, url), callOf(shop, 'URL')),
    await fetch(new Request(url + path, callOf(shop, 'Request'))),
    await fetch('/balance', { headers: new Headers(headers), signal }),
  ]
  const ended = new AbortController()
  const waiting = fetch('/_sandbox/webhooks/wait?timeout=30s', { headers, signal: ended.signal })
  setImmediate(() => ended.abort())
  const aborted = await waiting.catch(({ name }) => name)
  const reader = (await fetch('/_sandbox/events', { headers })).body.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return [...answers.map(({ status }) => status), aborted, Buffer.from(value).toString().split('\n')[0]]
}

async function receive(request) {
  const { status } = await request.json()
  return new Response(null, { status: status === 'COMPLETED' ? 200 : 500 })
}

async function delivered(business) {
  await business.advance('3s')
  return (await business.webhook({ reference: 'text' })).status
}

async function errorOf(business) {
  await business.advance('3s')
  const { deliveries } = await business.transaction({ reference: 'text' })
  return deliveries[0].attempts[0].error
}

/** The probe asks by address. */
async function runsOf(explore) {
  const books = createServer((_, answer) => answer.end('{"paid":true}')).listen(0, '127.0.0.1')
  await once(books, 'listening')
  const get = `http://127.0.0.1:${books.address().port}/{reference}`
  const probe = { orders: { get, paid: { at: '/paid', is: true } } }
  const test = ({ sandbox, shop }) => sandbox.fetch(path, callOf(shop, 'explored'))
  const { runs } = await explore(test, { runs: 2, partial: true, only: ['webhook-twice'], probe })
  books.close()
  return runs
}
