// Runs in a folder where the packed package is installed: starts it as a user would, makes one collection, moves the
// clock, checks the signature of the webhook that arrives, and fetches the reference page with its files. Plain Node, so
// that nothing of this repository helps.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

const apiKey = 'test_smoke'

const receiver = await startReceiver()
const sandbox = await startSandbox(receiver.url)
try {
  const created = await call('/collections/mobilemoney', {
    amount: 10.5,
    currency: 'GHS',
    network: 'MTN',
    accountName: 'Ama Mensah',
    accountNumber: '0241234567',
    reason: 'smoke test',
    reference: 'smoke-1',
  })
  assert.equal(created.status, 'INITIATED')

  await call('/_sandbox/clock/advance', { by: '10s' })
  assert.equal(receiver.webhooks.length, 1, 'one webhook arrives while the clock is advanced')
  const [webhook] = receiver.webhooks
  const body = JSON.parse(webhook.raw.toString('utf8'))
  assert.deepEqual([body.id, body.status, body.reference_business], [created.id, 'COMPLETED', 'smoke-1'])
  assert.equal(webhook.signature, createHmac('sha512', apiKey).update(webhook.raw).digest('hex'))

  const page = await get('/_sandbox/docs')
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path)
  assert.equal(files.length, 4, 'the reference page names its files')
  for (const path of [...files, '/_sandbox/openapi.json']) assert.ok((await get(path)).length > 100, path)

  process.kill(sandbox.pid, 'SIGTERM')
  assert.deepEqual(await sandbox.exited, [0, null], 'SIGTERM ends it with exit code 0')
} finally {
  sandbox.kill()
  receiver.close()
}

/** Keeps the raw bytes and the signature of every request. */
async function startReceiver() {
  const webhooks = []
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray())
    webhooks.push({ raw, signature: request.headers['x-webhook-signature'] })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${server.address().port}/hook`, webhooks, close: () => server.close() }
}

/** Starts the installed command through npx; the ready line tells its own address and process. */
async function startSandbox(callbackUrl) {
  const options = ['--port', '0', '--json', '--data', ':memory:', '--callback-url', callbackUrl]
  const child = spawn('npx', ['--no', '--offline', 'payments-sandbox', 'start', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([
    once(lines, 'line'),
    exited.then(([code]) => assert.fail(`it ended with ${code}`)),
  ])
  const { event, url, pid } = JSON.parse(line)
  assert.equal(event, 'ready')
  return { url, pid, exited, kill: () => child.exitCode ?? process.kill(pid, 'SIGKILL') }
}

async function get(path) {
  const response = await fetch(sandbox.url + path)
  assert.equal(response.status, 200, path)
  return response.text()
}

async function call(path, body) {
  const response = await fetch(sandbox.url + path, {
    method: 'POST',
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  assert.equal(response.status, 200, `${path}: ${text}`)
  return JSON.parse(text)
}
