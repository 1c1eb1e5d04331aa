import { expect, test } from 'vitest'
import { connectSandbox } from '../../src/testing/index.ts'
import { collect, started } from '../support/started-sandbox.ts'

test('a function receives the webhooks of its business, at any address, signed', async () => {
  const sandbox = await started({ clock: 'frozen' })
  const seen: unknown[] = []
  const shop = await sandbox.business({
    async receive(request) {
      const { status } = (await request.json()) as { status: string }
      seen.push([request.method, request.url, status, request.headers.get('x-webhook-signature')?.length])
      return new Response('ok')
    },
  })
  await collect(sandbox, shop, { reference: 'order-1' })
  await collect(sandbox, shop, { reference: 'order-2', callbackURL: 'https://shop.example/paid' })
  await shop.runUntilIdle()
  expect(seen).toEqual([
    ['POST', 'http://receive.localhost/webhooks', 'COMPLETED', 128],
    ['POST', 'https://shop.example/paid', 'COMPLETED', 128],
  ])
  const { response, error } = (await shop.webhook({ reference: 'order-1' })).attempts[0] ?? {}
  expect([response, error]).toEqual([{ status: 200, body: 'ok' }, null])
})

test('a function that is busy, throws or never answers counts as a receiver that does so', async () => {
  const sandbox = await started({ clock: 'frozen' })
  const answers = [
    () => new Response(null, { status: 503, headers: { 'retry-after': '120' } }),
    () => {
      throw new Error('no such order')
    },
    () => new Promise<Response>(() => {}),
    () => new Response(null, { status: 204 }),
  ]
  const shop = await sandbox.business({
    timeout: '50ms',
    receive: async () => (answers.shift() ?? answers[0])?.() ?? new Response(),
  })
  await collect(sandbox, shop)
  await shop.runUntilIdle()
  const { attempts } = await shop.webhook({ reference: 'order-1' })
  expect(
    attempts.map(({ at, response, error }) => [
      Date.parse(at) - Date.parse(attempts[0]?.at ?? ''),
      response?.status ?? error,
    ]),
  ).toEqual([
    [0, 503],
    [120_000, 'the function that receives webhooks threw: Error: no such order'],
    [
      expect.any(Number),
      'timed out after 50ms: receive.localhost took the webhook but did not answer; answer first, work afterwards',
    ],
    [expect.any(Number), 204],
  ])
})

test('a function that redirects learns that redirects are not followed', async () => {
  const sandbox = await started({ clock: 'frozen' })
  const shop = await sandbox.business({ receive: ({ url }) => Response.redirect(`${url}/`, 308) })
  await collect(sandbox, shop)
  await shop.runUntilIdle()
  const { steps } = await shop.transaction({ reference: 'order-1' })
  expect(steps.find(({ kind }) => kind === 'webhook_attempted')?.text).toBe(
    'webhook attempt 1: answered 308, a redirect to http://receive.localhost/webhooks/; redirects are not followed: write the slash at the end of the callback URL',
  )
})

test('a sandbox of another process cannot call a function of this one', async () => {
  const { url } = await started()
  const connected = await connectSandbox({ url })
  await expect(connected.business({ receive: () => new Response() })).rejects.toThrow(
    'business(): receive: the sandbox runs in another process and cannot call a function of this one; give callbackUrl',
  )
})
