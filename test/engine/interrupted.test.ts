import { expect, test } from 'vitest'
import { at, type OpenedSandbox, openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { openWire, requestText } from '../support/wire.ts'

/** A business whose webhook hangs for up to a minute, in its snapshot `hanging` too. */
async function hangingShop(sandbox: OpenedSandbox) {
  const merchant = await startMerchant(() => 'hang')
  const shop = sandbox.shop({ callbackUrl: merchant.url, timeout: '60s' })
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(1)
  await shop.call('/_sandbox/snapshots/hanging', { method: 'PUT' })
  return { merchant, shop }
}

/** Sends calls in one moment, without waiting for answers between them. */
async function sendAtOnce(sandbox: OpenedSandbox, { key }: Shop, paths: readonly string[]) {
  const wire = await openWire(sandbox.port)
  const bodyOf = (path: string) => (path === 'clock/advance' ? '{"by":"1h"}' : '{}')
  wire.write(
    Buffer.concat(paths.map((path) => requestText(`POST /_sandbox/${path}`, { authorization: key }, bodyOf(path)))),
  )
  return wire
}

test.each(['real', at(0)])(
  'restore, advance and reset in one moment behind a webhook that hangs: the reset ends the advance (clock %s)',
  async (clock) => {
    const sandbox = await openSandbox({ clock })
    const { merchant, shop } = await hangingShop(sandbox)
    const wire = await sendAtOnce(sandbox, shop, ['snapshots/hanging/restore', 'clock/advance', 'reset'])
    expect(await wire.answer()).toMatchObject({ status: 200, body: { name: 'hanging' } })
    expect(await wire.answer()).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    expect(await wire.answer()).toMatchObject({ status: 200, body: { transactions: 0 } })
    await expect.poll(() => merchant.open).toBe(0)
    wire.destroy()
  },
)

test('a stop ends every call that is queued behind a webhook that hangs', async () => {
  const sandbox = await openSandbox()
  const { merchant, shop } = await hangingShop(sandbox)
  const pair = ['snapshots/hanging/restore', 'clock/advance']
  const wire = await sendAtOnce(sandbox, shop, [...pair, ...pair, ...pair])
  expect((await wire.answer()).status).toBe(200)
  await sandbox.close()
  expect(merchant.open).toBe(0)
  await wire.closed
})
