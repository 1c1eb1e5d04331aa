import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { audited } from '../support/audited.ts'
import { folderWith, run } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { listening } from '../support/listening.ts'
import { Merchant } from '../support/merchants/merchant.ts'

const slow = { timeout: 90_000 }
const headers = 'headers: { Cookie: "session={env:DOOR_SESSION}", x-shop: SHOP }\n'
const orderAt = (url: string) => `order: { post: "${url}/orders", body: { amount: 10.5 }, reference: /reference }\n`

function setSession(value: string): void {
  process.env.DOOR_SESSION = value
  onTestFinished(() => void delete process.env.DOOR_SESSION)
}

/** A shop that answers with the cookie that it got, from its second order on; from the first without a shop behind it. */
async function openEcho(): Promise<string> {
  let count = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { cookie, 'x-shop': shop } = request.headers
    const isFirst = request.method !== 'POST' || ++count === 1
    if (shop === undefined || !isFirst) {
      const padding = 'x'.repeat(count % 2 === 0 ? 0 : 120)
      const again = encodeURIComponent(String(cookie))
      return response.writeHead(429).end(JSON.stringify({ error: 'bad', cookie, again, padding, once: cookie }))
    }
    const call =
      request.method === 'POST' ? { method: 'POST', body, headers: { 'content-type': 'application/json' } } : {}
    const answer = await fetch(`${shop}${request.url}`, call)
    response.writeHead(answer.status).end(await answer.text())
  })
  return listening(server)
}

test.each(['TOP-SECRET-0123456789-0123456789', 'a"b c%20=d/e\\f'])(
  'the value of a variable, %j, is in no row of an audit, as text, as JSON or in a report',
  slow,
  async (secret) => {
    setSession(secret)
    const url = await openEcho()
    const written = headers + orderAt(url)
    const { rows, cwd, stderr } = await audited(Merchant, written, {
      options: ['--only', 'wrong-pin', '--report-file', 'a.xml'],
    })
    expect(rows[1]?.verdict).toContain('{"error":"bad","cookie":"session={env:DOOR_SESSION}"')
    const printed = `${JSON.stringify(rows)}${stderr}${readFileSync(`${cwd}/a.xml`, 'utf8')}`
    for (const shown of [
      secret.slice(0, 8),
      JSON.stringify(secret).slice(1, 9),
      encodeURIComponent(secret).slice(0, 8),
    ])
      expect(printed).not.toContain(shown)
  },
)

test('the value of a variable is not in the answer to the first order', slow, async () => {
  setSession('TOPSECRETCOOKIE')
  const plan = headers.replace(', x-shop: SHOP', '') + orderAt(await openEcho())
  const cwd = folderWith({ 'audit.yaml': plan })
  for (const json of [[], ['--json']]) {
    const args = ['audit', '--plan', 'audit.yaml', '--port', String(await freePort()), ...json]
    const { code, stderr } = await run(args, { cwd })
    expect([code, stderr]).toEqual([3, expect.stringContaining('session={env:DOOR_SESSION}')])
    expect(stderr).not.toContain('TOPSECRET')
  }
})

test('a header that cannot be sent is named, without its value', async () => {
  setSession('a;b\nc')
  const cwd = folderWith({ 'audit.yaml': headers + orderAt('http://127.0.0.1:9') })
  expect(await run(['audit', '--plan', 'audit.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr:
      'audit.yaml: the header Cookie: session={env:DOOR_SESSION} cannot be sent: it has a character that no header may have, such as a line break\n',
  })
})

test('audit listens at the port of its config file', slow, async () => {
  const port = await freePort()
  const server = createServer((_request, response) => response.end('{"reference":"order-1"}'))
  const cwd = folderWith({ 'own.yaml': `port: ${port}\n`, 'audit.yaml': orderAt(await listening(server)) })
  const { code, stderr } = await run(['audit', '--plan', 'audit.yaml', '--config', 'own.yaml'], { cwd })
  expect([code, stderr]).toEqual([3, expect.stringContaining(`point its base URL at http://127.0.0.1:${port}, `)])
})
