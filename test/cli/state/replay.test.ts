import { expect, test } from 'vitest'
import { openSharedSandbox } from '../../support/opened-sandbox.ts'
import { shopWithCli } from '../../support/shop-with-cli.ts'
import { startMerchant } from '../../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

const open = (settings = {}) => shopWithCli(sandbox, settings)

/** A business whose first webhook was delivered an hour ago, the next three failed, and one is still to be sent. */
async function missedSome() {
  let status = 200
  const merchant = await startMerchant(() => status)
  const { shop, cli } = open({ callbackUrl: merchant.url, retry: ['2h'] })
  await shop.collect({ reference: 'delivered' })
  await shop.advance('3s')
  await shop.advance('1h')
  status = 503
  for (const reference of ['missed-1', 'missed-2']) await shop.collect({ reference })
  await shop.collect({ reference: 'scn:one-attempt:1' })
  await shop.advance('4s')
  await shop.collect({ reference: 'scn:slow-webhook:1' })
  await shop.advance('4s')
  status = 200
  const sentBefore = merchant.webhooks.length
  const sent = () => merchant.webhooks.slice(sentBefore).map(({ body }) => body.reference_business)
  return { shop, cli, sent }
}

const missed = ['missed-1', 'missed-2', 'scn:one-attempt:1']

test('replay --failed sends each webhook without a 2xx once more, in order, and nothing else', async () => {
  const { cli, sent } = await missedSome()
  const { code, stdout, stderr } = await cli('replay', '--failed')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '3 delivered, 0 failed\n' })
  expect(sent()).toEqual(missed)
  expect(stdout.replaceAll(/webhook \S+ to \S+ attempt/g, 'webhook ID: attempt').replaceAll(/\d+ ms/g, '3 ms')).toBe(
    missed.map((reference) => `${reference}  webhook ID: attempt 2 answered 200 after 3 ms\n`).join(''),
  )
  expect((await cli('replay', '--failed')).stderr).toBe('no webhook to send again\n')
})

test('--since narrows it to what was made or tried within that time, and alone means the delivered ones, too', async () => {
  const { shop, cli, sent } = await missedSome()
  await cli('replay', '--failed', '--since', '3s')
  expect(sent()).toEqual([])
  await cli('replay', '--since', '10m')
  expect(sent()).toEqual(missed)
  await cli('replay', '--since', '2h')
  expect(sent()).toEqual([...missed, 'delivered', ...missed])
  await shop.advance('1h')
  expect((await cli('replay', '--since', '10m')).stderr).toBe('no webhook to send again\n')
})

test('an address where no server answers keeps no other webhook from being sent, and is asked once', async () => {
  const merchant = await startMerchant()
  const { shop, cli } = open({ callbackUrl: 'http://127.0.0.1:9/', retry: ['1h'] })
  for (const reference of ['dead-1', 'live-1', 'dead-2', 'live-2', 'dead-3']) {
    await shop.collect({ reference, ...(reference.startsWith('live') && { callbackURL: merchant.url }) })
  }
  await shop.advance('3s')
  const before = merchant.webhooks.length
  const { stdout, stderr, code } = await cli('replay', '--since', '10m', '--json')
  const summary = '2 delivered, 1 failed; 2 not sent: no server answered at http://127.0.0.1:9'
  expect(code).toBe(1)
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'not_delivered', message: summary })
  const sent = stdout.trimEnd().split('\n')
  expect(sent.map((line) => JSON.parse(line).reference)).toEqual(['dead-1', 'live-1', 'live-2'])
  expect(merchant.webhooks.slice(before).map(({ body }) => body.reference_business)).toEqual(['live-1', 'live-2'])
})

test('one that is refused is counted as failed, and the next is sent all the same', async () => {
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'a' ? 401 : 200))
  const { shop, cli } = open({ callbackUrl: merchant.url, retry: ['1h'] })
  for (const reference of ['a', 'b']) await shop.collect({ reference })
  await shop.advance('3s')
  expect(await cli('replay', '--since', '10m')).toMatchObject({ code: 1, stderr: '1 delivered, 1 failed\n' })
})

test.each([
  [[], 'Name a webhook or a transaction, or write --failed or --since 10m\n'],
  [['order-1', '--failed'], '--since and --failed choose the webhooks: leave order-1 out\n'],
  [['--since', '10'], expect.stringContaining('--since: ')],
])('replay %j is a wrong usage', async (args, stderr) => {
  expect(await open().cli('replay', ...args)).toMatchObject({ code: 2, stdout: '', stderr })
})
