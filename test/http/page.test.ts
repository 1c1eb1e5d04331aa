import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const anyAccept = [{}, { accept: '*/*' }, { accept: 'application/json' }, html]
const read = ['GET', 'HEAD'] as const

test.each(read)('%s / leads a browser to the page, and no other caller', async (method) => {
  const led = await call(sandbox.url, '/', { method, headers: html })
  expect([led.status, led.headers.location, led.headers.vary]).toEqual([302, '/_sandbox/', 'accept'])
  for (const headers of anyAccept.slice(0, 3))
    expect((await call(sandbox.url, '/', { method, headers })).status).toBe(404)
  expect((await call(sandbox.url, '/', { method: 'POST', headers: html })).status).toBe(404)
})

test.each(read)('%s /_sandbox leads every caller to the page', async (method) => {
  const guarded = await openSandbox({ token: 'secret' })
  for (const { url } of [sandbox, guarded])
    for (const path of ['/_sandbox', '/_sandbox?key=test_shop'])
      for (const headers of anyAccept) {
        const { status, headers: answered } = await call(url, path, { method, headers })
        expect([status, answered.location]).toEqual([302, path.replace('_sandbox', '_sandbox/')])
      }
  expect((await call(sandbox.url, '/_sandbox', { method: 'POST', headers: html })).status).toBe(404)
})

test('a browser that looks at the page does not count as a caller of the service', async () => {
  const own = await openSandbox()
  await call(own.url, '/', { headers: html })
  await call(own.url, '/_sandbox/')
  expect(own.calls.arrived).toBe(0)
})

test('a token is exchanged for a cookie that no script can read, and that opens what the token opens', async () => {
  const guarded = await openSandbox({ token: 'correct horse' })
  const refused = await call(guarded.url, '/_sandbox/session', { body: { token: 'wrong' } })
  expect([refused.status, refused.headers['set-cookie']]).toEqual([400, undefined])
  const { status, headers } = await call(guarded.url, '/_sandbox/session', { body: { token: 'correct horse' } })
  const [given = ''] = headers['set-cookie'] ?? []
  const [cookie = '', ...attributes] = given.split('; ')
  expect([status, attributes]).toEqual([200, ['Path=/_sandbox', 'HttpOnly', 'SameSite=Strict']])
  expect(cookie).toMatch(new RegExp(`^payments_sandbox_${guarded.port}=[0-9a-f]{64}$`))
  expect(given).not.toContain('horse')
  const statusWith = async (more: Readonly<Record<string, string>>) =>
    (await call(guarded.url, '/_sandbox/clock', { headers: more })).status
  expect(await statusWith({ cookie })).toBe(200)
  expect(await statusWith({ cookie: `a=b; ${cookie}; c=d` })).toBe(200)
  for (const site of ['same-origin', 'none']) expect(await statusWith({ cookie, 'sec-fetch-site': site })).toBe(200)
  // Another program on this host is of the same site: a browser sends it the cookie, and its pages may not use it.
  for (const site of ['same-site', 'cross-site']) expect(await statusWith({ cookie, 'sec-fetch-site': site })).toBe(403)
  expect(await statusWith({ cookie, origin: 'http://localhost:3000' })).toBe(403)
  for (const other of [
    cookie.slice(0, -1),
    `${cookie}0`,
    cookie.replace(/=.*/, '=correct horse'),
    cookie.toUpperCase(),
    '',
  ])
    expect(await statusWith({ cookie: other })).toBe(403)
})

test('the cookie of one sandbox opens no other', async () => {
  const [one, other] = [await openSandbox({ token: 'one' }), await openSandbox({ token: 'other' })]
  const { headers } = await call(one.url, '/_sandbox/session', { body: { token: 'one' } })
  const [cookie = ''] = headers['set-cookie'] ?? []
  const renamed = cookie.split(';')[0]?.replace(String(one.port), String(other.port)) ?? ''
  expect((await call(other.url, '/_sandbox/clock', { headers: { cookie: renamed } })).status).toBe(403)
})

test('a sandbox without a token opens without a cookie', async () => {
  const { status, headers } = await call(sandbox.url, '/_sandbox/session', { body: { token: '' } })
  expect([status, headers['set-cookie']]).toEqual([200, undefined])
})

test('the page itself comes without the token, and shows nothing of the state', async () => {
  const guarded = await openSandbox({ token: 'secret' })
  const statuses = async (path: string) => (await call(guarded.url, path)).status
  for (const path of ['/_sandbox/', '/_sandbox/?x', '/_sandbox/page/icon.svg']) expect(await statuses(path)).toBe(200)
  for (const path of ['/_sandbox/page', '/_sandbox/page/', '/_sandbox/page/a/b', '/_sandbox/info'])
    expect(await statuses(path)).toBe(403)
})

test.each(['..%2f..%2fpackage.json', '%2e%2e/package.json', 'index.html.br', '__proto__', 'icon.svg/', 'a.js'])(
  'the page has no file %s',
  async (file) => {
    expect((await call(sandbox.url, `/_sandbox/page/${file}`)).status).toBe(404)
  },
)
