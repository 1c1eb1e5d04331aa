import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calledFiles } from './called-files.ts'
import { call } from './support/call.ts'
import { openSandbox } from './support/opened-sandbox.ts'
import { mobileMoney } from './support/requests.ts'
import { startMerchant } from './support/start-merchant.ts'

test('a create call passes at most 81 files, and at most 110 until its webhook is recorded', async () => {
  const merchant = await startMerchant()
  const sandbox = await openSandbox({ clock: 'real' })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.call('/_sandbox/scenarios/default', { method: 'PUT', body: { use: 'approve' } })
  const create = async (reference: string) => {
    const calling = { key: shop.key, body: mobileMoney({ reference }) }
    expect((await call(sandbox.url, '/collections/mobilemoney', calling)).status).toBe(200)
  }
  await create('warm-up')
  await merchant.received(1)
  await sandbox.idle()

  // What looks whether the webhook is recorded is this test's own waiting.
  const ofWaiting = await calledFiles(() => sandbox.idle())
  // The connection of the first webhook may be closing meanwhile.
  const ofCreate = (await calledFiles(() => create('measured'))).filter((file) => !file.startsWith('webhooks/'))
  await merchant.received(2)
  await sandbox.idle()
  const ofJourney = await calledFiles(async () => {
    await create('followed')
    await merchant.received(3)
    await sandbox.idle()
  })
  const files = ofJourney.filter((file) => ofCreate.includes(file) || !ofWaiting.includes(file))
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'architecture.md'), 'utf8')
  const named = [...page.matchAll(/^\| \d+ \| `src\/(.+?)` \|/gm)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(10)
  expect(
    named.filter((path) => !files.includes(path)),
    'named on the page, but not passed',
  ).toEqual([])
  expect(ofCreate.length, ofCreate.join('\n')).toBeLessThanOrEqual(81)
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(110)
})
