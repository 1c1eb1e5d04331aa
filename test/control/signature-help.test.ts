import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../support/cli.ts'
import { openEvents } from '../support/event-stream.ts'
import { runInProcess } from '../support/in-process.ts'
import { openSandbox, openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

async function attempts(shop: Shop) {
  const { data } = (await shop.get('/_sandbox/webhooks')).body
  return data[0].attempts
}

async function refusedShop(status: number, settings: object = {}, reference = 'order-1') {
  const merchant = await startMerchant(() => status)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: [], ...settings })
  await shop.collect({ reference })
  await shop.advance('3s')
  return { shop, merchant }
}

test.each([401, 403])(
  'a webhook that is answered %i comes with how it was signed and the usual causes',
  async (status) => {
    const { shop, merchant } = await refusedShop(status)
    const signature = merchant.webhooks[0]?.headers['x-webhook-signature'] ?? ''
    const bytes = JSON.stringify(merchant.webhooks[0]?.body).length
    const key = `the API key ${shop.key} (the business has no webhookSecret)`
    const base64 = Buffer.from(String(signature), 'hex').toString('base64')
    const help = {
      scheme: 'hmac-sha512',
      header: 'x-webhook-signature',
      signature,
      signedBytes: `the ${bytes} bytes of the raw body`,
      key,
      fault: null,
      usualCauses: [
        `parsed instead of raw body: compute it over the ${bytes} bytes as they came, before anything parses them; JSON that was serialised again has other bytes`,
        `another key, such as a key of another business or environment, or one with a line break at its end: it must be ${key}`,
        `hex against base64: the header has lower-case hex, ${signature.slice(0, 12)}...; the same in base64 is ${base64.slice(0, 12)}...`,
      ],
    }
    const [attempt] = await attempts(shop)
    expect(attempt.signatureHelp).toEqual(help)
    const { id } = (await shop.get('/_sandbox/transactions')).body.data[0]
    const inFull = (await shop.get(`/_sandbox/transactions/${id}`)).body
    expect(inFull.deliveries[0].attempts[0].signatureHelp).toEqual(help)
    const stream = await openEvents(sandbox.url, '/_sandbox/events?after=0', { authorization: shop.key })
    const { data } = await stream.block(({ event }) => event === 'webhook_attempted')
    expect(data.signatureHelp).toEqual(help)
  },
)

test.each([200, 400, 500])('one that is answered %i has none', async (status) => {
  const { shop } = await refusedShop(status)
  expect((await attempts(shop))[0]).not.toHaveProperty('signatureHelp')
})

test('nor has one whose 401 the scenario pretends: it never reached anybody', async () => {
  const file = 'mine.yaml'
  const folder = folderWith({ [file]: 'version: 1\nscenarios: { pretended: { webhook: { answers: [401] } } }' })
  const pretending = await openSandbox({ scenarios: [join(folder, file)] })
  const shop = pretending.shop({ callbackUrl: 'http://127.0.0.1:9/', retry: [] })
  await shop.collect({ reference: 'scn:pretended:1' })
  await shop.advance('3s')
  const [attempt] = await attempts(shop)
  expect(attempt.response.status).toBe(401)
  expect(attempt).not.toHaveProperty('signatureHelp')
})

test('another header and key are named as they were when it was signed', async () => {
  const own = (await refusedShop(401, { signatureHeader: 'x-signed' })).shop
  await own.call('/_sandbox/business', { method: 'PATCH', body: { signatureHeader: 'x-other', webhookSecret: 'new' } })
  expect((await attempts(own))[0].signatureHelp).toMatchObject({
    header: 'x-signed',
    key: 'a key that the business has changed since',
  })

  const secret = (await refusedShop(401, { webhookSecret: 's3cret' })).shop
  const [{ signatureHelp: help }] = await attempts(secret)
  expect(help.key).toBe('the webhookSecret of the business')
  expect(JSON.stringify(help)).not.toContain('s3cret')
})

test('where the scenario spoils the signature, to refuse it is right, and no cause is looked for', async () => {
  const { shop } = await refusedShop(401, { retry: ['1s', '1s', '1s'] }, 'scn:wrong-signature:1')
  await shop.advance('1m')
  const all: { signatureHelp: { fault: unknown; key: string; usualCauses: unknown[]; signature: unknown } }[] =
    await attempts(shop)
  expect(all.map(({ signatureHelp: { fault } }) => fault)).toEqual(['missing', 'corrupt', 'wrong-key', null])
  expect(all.map(({ signatureHelp: { usualCauses } }) => usualCauses.length)).toEqual([0, 0, 0, 3])
  expect(all[0]?.signatureHelp.signature).toBeNull()
  // What was signed with another key does not claim the right one.
  expect(all.map(({ signatureHelp: { key } }) => key.includes(shop.key))).toEqual([true, true, false, true])
})

test('explain shows it below the steps, as long as the last attempt was refused', async () => {
  let status = 401
  const merchant = await startMerchant(() => status)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1s'] })
  await shop.collect()
  await shop.advance('3s')
  const explain = () => runInProcess(['explain', 'order-1', '--url', sandbox.url, '--key', shop.key])
  const [, block = ''] = (await explain()).stdout.split('  the webhook was answered 401\n')
  const signature = merchant.webhooks[0]?.headers['x-webhook-signature']
  const bytes = JSON.stringify(merchant.webhooks[0]?.body).length
  expect(block.split('\n').map((line) => line.slice(0, 60))).toEqual(
    [
      `    signature x-webhook-signature: ${signature}`,
      `    made by   hmac-sha512, over the ${bytes} bytes of the raw body`,
      `    with      the API key ${shop.key} (the business has no webhookSecret)`,
      `    check 1   parsed instead of raw body: compute it over the ${bytes} bytes`,
      '    check 2   another key, such as a key of another business or ',
      '    check 3   hex against base64: the header has lower-case hex, ',
      '',
    ].map((line) => line.slice(0, 60)),
  )
  status = 200
  await shop.advance('1s')
  expect((await explain()).stdout).not.toContain('check 1')
})
