import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { get } from 'node:https'
import { expect, test } from 'vitest'
import { openSandbox } from '../support/opened-sandbox.ts'
import { ask, requestText } from '../support/wire.ts'

async function callByTls(port: number): Promise<void> {
  await once(get({ port, host: '127.0.0.1' }), 'error').catch(() => {})
}

const tlsSaid =
  'A call came by TLS, which the sandbox does not speak: write http:// in place of https:// in its address'

test('a call by TLS is explained in the log, once', async () => {
  const sandbox = await openSandbox()
  for (const _ of [1, 2]) await callByTls(sandbox.port)
  expect(sandbox.hints).toEqual([tlsSaid])
  expect((await ask(sandbox.port, requestText('GET /_sandbox/health/live'))).status).toBe(200)
})

test('a call that begins with HTTP/2 is explained in the log', async () => {
  const sandbox = await openSandbox()
  const session = connectHttp2(sandbox.url).on('error', () => {})
  await once(session, 'close').catch(() => {})
  expect(sandbox.hints).toEqual([
    'A call began with HTTP/2, which the sandbox does not speak: let the client speak HTTP/1.1, and write http:// in its address',
  ])
})
