import { expect, test } from 'vitest'
import { openSharedSandbox } from '../../support/opened-sandbox.ts'
import { shopWithCli } from '../../support/shop-with-cli.ts'
import { startMerchant } from '../../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

const open = (settings = {}) => shopWithCli(sandbox, settings)

const settled = (text: string) => text.replaceAll(/\d+ ms/g, '3 ms')

test('transactions lists those of a business, newest first, by status, flow and reference', async () => {
  const { shop, cli } = open()
  await shop.collect({ reference: 'order-1', accountNumber: '0240009110' })
  await shop.advance('5s')
  await shop.collect({ reference: 'order-20', amount: 12.5 })
  await shop.generate()
  expect((await cli('transactions')).stdout).toBe(
    `CREATED         REFERENCE  STATUS       AMOUNT  FLOW             SCENARIO
01-31 12:00:05  invoice-7  INITIATED  5000 NGN  virtual-account  approve
01-31 12:00:05  order-20   INITIATED  12.5 GHS  mobile-money     approve
01-31 12:00:00  order-1    FAILED      100 GHS  mobile-money     wrong-pin
`,
  )
  const references = async (...args: readonly string[]) => {
    const { stdout } = await cli('transactions', ...args)
    return stdout.split('\n').slice(1, -1)
  }
  expect(await references('--status', 'FAILED')).toEqual([expect.stringContaining('order-1')])
  expect(await references('--flow', 'virtual-account')).toEqual([expect.stringContaining('invoice-7')])
  expect(await references('--reference', 'order-20')).toEqual([expect.stringContaining('order-20')])
  const [first, more] = await references('--limit', '1')
  expect(first).toContain('invoice-7')
  const [, id = ''] = /^older ones: --after (\S+), or a higher --limit$/.exec(more ?? '') ?? []
  expect(await references('--after', id, '--limit', '1')).toEqual([
    expect.stringContaining('order-20'),
    expect.stringContaining('older ones'),
  ])
  expect(JSON.parse((await cli('transactions', '--json')).stdout)).toEqual(
    (await shop.get('/_sandbox/transactions?limit=20')).body,
  )
})

test('of an empty business it says so, and which one is not', async () => {
  await sandbox.shop().collect()
  const { cli } = open()
  expect(await cli('transactions')).toMatchObject({
    code: 0,
    stdout: 'no transactions\n',
    stderr: expect.stringContaining('name a business with --key'),
  })
  expect((await cli('webhooks')).stdout).toBe('no webhooks\n')
})

test('webhooks lists those of a business, newest first, with the last answer', async () => {
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'order-2' ? 503 : 200))
  const { shop, cli } = open({ callbackUrl: merchant.url, retry: ['1h'] })
  for (const reference of ['order-1', 'order-2']) await shop.collect({ reference })
  await shop.collect({ reference: 'order-3', callbackURL: 'http://127.0.0.1:9/' })
  await shop.advance('3s')
  const { data } = (await shop.get('/_sandbox/webhooks')).body
  const [one, two, three] = data.map(({ id }: { id: string }) => id)
  const error = data[2].attempts[0].error
  const lines = settled((await cli('webhooks')).stdout).split('\n')
  expect(lines.map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([
    'ID  REFERENCE  STATUS  LAST ATTEMPT  URL',
    `${three}  order-3  pending  1: not answered: ${error} after 3 ms  http://127.0.0.1:9/`,
    `${two}  order-2  pending  1: answered 503 after 3 ms  ${merchant.url}`,
    `${one}  order-1  delivered  1: answered 200 after 3 ms  ${merchant.url}`,
    '',
  ])
  expect((await cli('webhooks', 'list')).stdout.split('\n')).toHaveLength(lines.length)
  expect((await cli('webhooks', '--status', 'delivered')).stdout.trimEnd().split('\n')).toHaveLength(2)
  expect((await cli('webhooks', '--reference', 'order-2')).stdout).toContain(two)
  expect(JSON.parse((await cli('webhooks', '--json')).stdout)).toEqual((await shop.get('/_sandbox/webhooks')).body)
})

test('webhooks show has the body, and of each attempt its headers, its signature and the answer', async () => {
  const merchant = await startMerchant()
  const { shop, cli } = open({ callbackUrl: merchant.url })
  await shop.collect()
  await shop.advance('3s')
  const [webhook] = (await shop.get('/_sandbox/webhooks')).body.data
  const headers = webhook.attempts[0].headers
  const { stdout, code } = await cli('webhooks', 'show', webhook.id)
  expect(code).toBe(0)
  expect(settled(stdout)).toBe(`${webhook.id}  order-1  delivered  to ${merchant.url}
attempt 1  2026-01-31T12:00:03.000Z  answered 200 after 3 ms
  content-type         application/json
  user-agent           ${headers['user-agent']}
  x-sandbox-delivery   ${webhook.id}
  x-sandbox-attempt    1
  x-webhook-signature  ${headers['x-webhook-signature']}
body, sent as this JSON without its white space
${JSON.stringify(webhook.body, null, 2)}
`)
  expect(headers['x-webhook-signature']).toMatch(/^[0-9a-f]{128}$/)
  expect((await cli('webhooks', 'show', 'order-1')).stdout).toBe(stdout)
  expect(JSON.parse((await cli('webhooks', 'show', 'order-1', '--json')).stdout)).toEqual(webhook)
})

test('webhooks show says when the next attempt is due and how many are left, and explains a 401 once', async () => {
  const merchant = await startMerchant(() => 401)
  const { shop, cli } = open({ callbackUrl: merchant.url, retry: ['5s', '30s', '1h'] })
  await shop.collect()
  await shop.advance('3s')
  expect((await cli('webhooks', 'show', 'order-1')).stdout).toContain(
    '\nattempt 2  due at 2026-01-31T12:00:08.000Z; up to 2 more follow\nbody',
  )
  await shop.advance('5s')
  const { stdout } = await cli('webhooks', 'show', 'order-1')
  expect(stdout.match(/made by/g)).toHaveLength(1)
  expect(stdout.match(/answered 401/g)).toHaveLength(2)
  await shop.advance('30s')
  expect((await cli('webhooks', 'show', 'order-1')).stdout).toContain(
    '\nattempt 4  due at 2026-01-31T13:00:38.000Z; it is the last\n',
  )
  await shop.advance('1h')
  expect((await cli('webhooks', 'show', 'order-1')).stdout).not.toContain('due at')
})

test('webhooks show says how to name one of several, and what is none', async () => {
  const merchant = await startMerchant()
  const { shop, cli } = open({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'scn:duplicate:1' })
  await shop.advance('1m')
  const ids = (await shop.get('/_sandbox/webhooks')).body.data.map(({ id }: { id: string }) => id)
  expect(ids.length).toBeGreaterThan(1)
  expect(await cli('webhooks', 'show', 'scn:duplicate:1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      `payments-sandbox webhooks show ${ids[1]} --url ${sandbox.url} --key ${shop.key}  (delivered)`,
    ),
  })
  expect(await cli('webhooks', 'show', 'nothing')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      `payments-sandbox transactions --url ${sandbox.url} --key ${shop.key} lists the transactions of the business`,
    ),
  })
})

test('wallet names the references of what moved it', async () => {
  const { shop, cli } = open({ currencies: ['GHS'] })
  await shop.collect({ reference: 'order-1', amount: 10 })
  await shop.advance('3s')
  await cli('wallet', 'GHS', '5')
  const { ledger } = (await shop.get('/_sandbox/wallets')).body[0]
  expect(ledger.map(({ reference }: { reference: string | null }) => reference)).toEqual([null, 'order-1'])
  expect((await cli('wallet', 'GHS')).stdout).toMatch(
    /^GHS 5\nAT +AMOUNT +BALANCE +REFERENCE +WHY\n.*set by hand\n.* order-1 .*\n$/,
  )
})
