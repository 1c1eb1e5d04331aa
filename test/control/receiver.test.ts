import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'

/** Creates a collection whose webhooks go to the sandbox's own receiver, lets it end, and gives what the receiver answered. */
async function answersTo(shop: Shop, url: string, changes: Readonly<Record<string, unknown>> = {}) {
  const { body } = await shop.collect({ callbackURL: `${url}/_sandbox/receiver`, ...changes })
  await shop.advance('1h')
  const { deliveries } = (await shop.get(`/_sandbox/transactions/${body.id}`)).body
  const [{ status, attempts }] = deliveries
  return {
    status,
    answers: attempts.map(({ response }: { response: { status: number; body: string } | null }) => response),
  }
}

const verdict = (signature: string, business: string | null) => ({
  status: signature === 'right' ? 200 : 401,
  body: JSON.stringify({ received: true, signature, business }),
})

test('the receiver answers 200 to a right signature, and says whose it is', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  expect(await answersTo(shop, sandbox.url)).toEqual({ status: 'delivered', answers: [verdict('right', shop.key)] })
})

test('the receiver judges by the settings of the business', async () => {
  const sandbox = await openSandbox()
  const own = sandbox.shop({ webhookSecret: 'a secret', signatureHeader: 'X-Signature' })
  expect((await answersTo(own, sandbox.url)).answers).toEqual([verdict('right', own.key)])
})

test('the receiver judges the bytes as they came, also bytes that are not JSON', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const metadata = { sandbox: { scenario: 'not-json-webhook' } }
  expect((await answersTo(shop, sandbox.url, { metadata })).answers).toEqual([verdict('right', shop.key)])
})

test('the receiver refuses a signature that is missing or wrong', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect()
  const post = async (headers: Readonly<Record<string, string>>) => {
    const { status, body } = await call(sandbox.url, '/_sandbox/receiver', { body: {}, headers })
    return [status, body.signature]
  }
  expect(await post({})).toEqual([401, 'missing'])
  expect(await post({ 'x-webhook-signature': 'abc' })).toEqual([401, 'wrong'])
})

test('what the receiver answers is no finding about the code of the merchant', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  for (const name of ['wrong-signature', 'not-json-webhook'])
    await answersTo(shop, sandbox.url, { reference: `scn:${name}:1` })
  expect((await shop.get('/_sandbox/report')).body.findings).toEqual([])
})

test('the receiver takes no more than 64 KB, and knows no business by a transaction that there is not', async () => {
  const sandbox = await openSandbox()
  const post = (body: unknown) =>
    call(sandbox.url, '/_sandbox/receiver', { body, headers: { 'x-webhook-signature': 'abc' } })
  expect((await post({ reason: 'x'.repeat(64 * 1024) })).body.error).toEqual({
    code: 'too_large',
    message: 'The body is over 64 KB, and no webhook of this sandbox is',
    hint: 'send it to a server of your own',
  })
  expect((await post({ id: 'tx-unknown' })).body).toEqual({ received: true, signature: 'wrong', business: null })
})

test('the receiver needs no token, and gives nothing else away', async () => {
  const sandbox = await openSandbox({ token: 'secret' })
  expect((await call(sandbox.url, '/_sandbox/receiver', { body: {} })).status).toBe(401)
  expect((await call(sandbox.url, '/_sandbox/receiver', { method: 'GET' })).status).toBe(403)
  expect((await call(sandbox.url, '/_sandbox/receiver/', { body: {} })).status).toBe(403)
})

test('webhooks reach no other path of the sandbox, even while its receiver is connected', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ retry: [] })
  for (const path of [
    '/_sandbox/reset',
    '/_sandbox/receiver/',
    '/_sandbox/receiver/../reset',
    '/collections/mobilemoney',
  ]) {
    await answersTo(shop, sandbox.url, { reference: `receiver-${path}` })
    const { body } = await shop.collect({ reference: path, callbackURL: `${sandbox.url}${path}` })
    await shop.advance('1m')
    const [{ attempts }] = (await shop.get(`/_sandbox/transactions/${body.id}`)).body.deliveries
    expect(attempts[0].error).toContain('is this sandbox itself')
  }
})
