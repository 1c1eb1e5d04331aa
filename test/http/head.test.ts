import { expect, test } from 'vitest'
import { type Answer, type Calling, call } from '../support/call.ts'
import { openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'
import { ask, openWire, requestText } from '../support/wire.ts'

const sandbox = await openSharedSandbox()
const shop = sandbox.shop()
const { body: created } = await shop.collect()

const { body: document } = await call(sandbox.url, '/_sandbox/openapi.json')
const templates = Object.entries<Record<string, unknown>>(document.paths)
  .filter(([path, methods]) => path.startsWith('/_sandbox') && 'get' in methods)
  .map(([path]) => path)

/** What the parameters of a path stand for, and a query if the call waits. */
const parameters: Readonly<Record<string, string>> = {
  '/_sandbox/transactions/{id}': created.id,
  '/_sandbox/webhooks/{id}': 'dl-unknown',
  '/_sandbox/phones/{number}': '0241234567',
  '/_sandbox/phones/{number}/otp': '0241234567',
  '/_sandbox/scenarios/{name}': 'wrong-pin',
  '/_sandbox/docs/{file}': 'networks.md',
  '/_sandbox/docs/reference/{file}': 'swagger-ui.css',
  '/_sandbox/page/{file}': 'index.html',
}
const queries: Readonly<Record<string, string>> = {
  '/_sandbox/webhooks/wait': '?reference=none&timeout=1ms',
  '/_sandbox/transactions/wait': '?name=none&timeout=1ms',
  '/_sandbox/phones/{number}/otp': '?wait=1ms',
}
const paths = templates.map((path) => path.replace(/\{\w+\}/, parameters[path] ?? '') + (queries[path] ?? ''))

/** What the answers to the same call need not have in common: its time, and how its body would have come. */
function comparable({ status, headers: { date: _, 'content-length': length, ...others } }: Answer) {
  const { connection: _1, 'keep-alive': _2, 'transfer-encoding': _3, ...headers } = others
  return { status, headers, length }
}

const asked = (method: string, path: string, calling: Calling = {}) =>
  call(sandbox.url, path, { key: shop.key, ...calling, method })

test('every path with a parameter is asked for with one', () => {
  expect(paths.length).toBeGreaterThan(30)
  expect(templates.filter((path) => path.includes('{') && !(path in parameters))).toEqual([])
})

test.each(paths.filter((path) => path !== '/_sandbox/events'))(
  'HEAD %s answers as GET without a body',
  async (path) => {
    const [get, head] = [await asked('GET', path), await asked('HEAD', path)]
    // Metrics are other ones at each call, and a world names the time of its export.
    const isSame = !/metrics|export/.test(path)
    const { length, ...shown } = comparable(head)
    expect({ ...shown, text: head.text }).toEqual({ status: get.status, headers: comparable(get).headers, text: '' })
    if (isSame) expect([undefined, comparable(get).length]).toContain(length)
    const within = await sandbox.fetch(path, { method: 'HEAD', headers: { authorization: shop.key } })
    expect([within.status, within.headers.get('content-type'), await within.text()]).toEqual([
      get.status,
      get.headers['content-type'],
      '',
    ])
  },
)

test.each([
  ['/_sandbox/nothing', 404],
  ['/_sandbox/infos', 404],
  ['/_sandbox/clock/advance', 404],
  ['/_sandbox/stop', 404],
  ['/_sandbox/transactions/none', 404],
  ['/_sandbox/transactions?limit=x', 400],
  ['/_sandbox/page/none.js', 404],
  ['/_sandbox', 302],
  ['/_sandbox/', 200],
  ['/_sandbox/llms.txt', 200],
])('HEAD %s is a %i, as GET is', async (path, status) => {
  const [get, head] = [await asked('GET', path), await asked('HEAD', path)]
  expect({ ...comparable(head), text: head.text }).toEqual({ ...comparable(get), text: '' })
  expect(head.status).toBe(status)
  expect((await sandbox.fetch(path, { method: 'HEAD', redirect: 'manual' })).status).toBe(status)
})

test('HEAD of the stream of events ends at once, with its headers', async () => {
  const { status, headers, text } = await asked('HEAD', '/_sandbox/events?after=0&requests=true&clock=true')
  expect([status, headers['content-type'], headers['cache-control'], headers['content-length'], text]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
    undefined,
    '',
  ])
  const within = await sandbox.fetch('/_sandbox/events', { method: 'HEAD' })
  expect([within.status, await within.text()]).toEqual([200, ''])
})

test('a connection goes on after each HEAD', async () => {
  const wire = await openWire(sandbox.port)
  for (const path of ['/_sandbox/health/live', '/_sandbox/events', '/_sandbox/nothing', '/_sandbox/docs', '/balance']) {
    wire.write(requestText(`HEAD ${path}`))
    await wire.answer({ head: true })
    wire.write(requestText('GET /_sandbox/health/live'))
    expect(await wire.answer()).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  }
  wire.destroy()
})

test('HEAD is refused where GET is, and let in where GET is', async () => {
  const guarded = await openSandbox({ token: 'secret' })
  const statusOf = async (method: string, path: string, headers = {}) =>
    (await call(guarded.url, path, { method, headers })).status
  for (const [path, headers, status] of [
    ['/_sandbox/clock', {}, 403],
    ['/_sandbox/clock', { 'x-sandbox-token': 'secret' }, 200],
    ['/_sandbox/clock', { 'x-sandbox-token': 'secret', authorization: 'live_x' }, 401],
    ['/_sandbox/', {}, 200],
    ['/_sandbox/health/live', {}, 403],
    ['/_sandbox/', { host: 'web-1' }, 403],
    ['/_sandbox/', { origin: 'http://localhost:3000' }, 403],
  ] as const)
    for (const method of ['GET', 'HEAD']) expect([path, await statusOf(method, path, headers)]).toEqual([path, status])
  const open = await openSandbox({ token: 'secret' }, { opensHealth: true })
  for (const method of ['GET', 'HEAD'])
    expect((await call(open.url, '/_sandbox/health/ready', { method })).status).toBe(200)
})

// D4: the service answers HEAD with its 404, outside its own routes too.
test.each(['/', '/_sandboxes'])('HEAD %s is a 404 of the service without a body', async (path) => {
  const { status, text } = await ask(sandbox.port, requestText(`HEAD ${path}`, { authorization: shop.key }))
  expect([status, text]).toEqual([404, ''])
  expect((await sandbox.fetch(path, { method: 'HEAD', headers: { authorization: shop.key } })).status).toBe(404)
})
