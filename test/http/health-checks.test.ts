import { expect, test } from 'vitest'
import { openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'
import { ask, openWire, requestText } from '../support/wire.ts'

const sandbox = await openSharedSandbox()
const { port } = sandbox
const checks = ['/_sandbox/health/live', '/_sandbox/health/ready']
const methods = ['GET', 'HEAD', 'OPTIONS']

async function answerTo(bytes: Buffer, method: string) {
  const wire = await openWire(port)
  wire.write(bytes)
  const { status, text } = await wire.answer({ head: method === 'HEAD' })
  wire.destroy()
  return [status, text]
}

test.each([
  ['evil.example'],
  ['10.0.0.7:4747'],
  ['host.docker.internal.evil.example'],
  ['localhost,evil.example'],
  ['localhost evil'],
  ['[::'],
  ['é'],
  [''],
  [['localhost', 'evil.example']],
])('a health check is answered with any Host: %j', async (host) => {
  for (const method of methods)
    for (const path of [...checks, `${checks[1]}?from=balancer`]) {
      const text = method === 'HEAD' ? '' : '{"status":"ok"}'
      expect(await answerTo(requestText(`${method} ${path}`, { host }), method)).toEqual([200, text])
    }
  for (const line of [
    'POST /_sandbox/health/live',
    'GET /_sandbox/health',
    'GET /_sandbox/health/ready/x',
    'OPTIONS /',
  ])
    expect((await ask(port, requestText(line, { host }))).status).toBe(403)
})

test('a health check of HTTP/1.0 needs no Host, as load balancers send it; other calls do', async () => {
  for (const method of methods)
    for (const path of checks) {
      const text = method === 'HEAD' ? '' : '{"status":"ok"}'
      expect(await answerTo(Buffer.from(`${method} ${path} HTTP/1.0\r\n\r\n`), method)).toEqual([200, text])
    }
  for (const line of ['GET /_sandbox/clock', 'GET /balance', 'OPTIONS /_sandbox/health'])
    expect((await ask(port, Buffer.from(`${line} HTTP/1.0\r\n\r\n`))).status).toBe(403)
})

test('a health check still needs the token, unless the sandbox stands in a container or behind a proxy', async () => {
  const guarded = await openSandbox({ token: 'secret' })
  const open = await openSandbox({ token: 'secret' }, { opensHealth: true })
  for (const method of ['GET', 'OPTIONS']) {
    const check = requestText(`${method} ${checks[1]}`, { host: 'evil.example' })
    expect((await ask(guarded.port, check)).body.error.code).toBe('token_required')
    expect((await ask(open.port, check)).status).toBe(200)
  }
  const foreign = { host: 'evil.example', origin: 'http://evil.example:80' }
  expect((await ask(open.port, requestText(`GET ${checks[0]}`, foreign))).status).toBe(403)
})
