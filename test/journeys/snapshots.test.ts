import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { folderWith, look, run, type StartedSandbox, start } from '../support/cli.ts'
import { openMerchant } from '../support/merchant.ts'
import { mobileMoney } from '../support/requests.ts'

const noon = ['--clock', '2026-01-31T12:00:00Z']

function collect(sandbox: StartedSandbox, reference: string) {
  return call(sandbox.url, '/collections/mobilemoney', { key: 'test_sandbox', body: mobileMoney({ reference }) })
}

test('snapshot keeps a business and restore puts it back, also after a restart', async () => {
  const merchant = await openMerchant()
  const data = folderWith()
  const options = [...noon, '--data', data, '--callback-url', merchant.url]
  const first = await start(options)
  await collect(first, 'one')
  const kept = await run(['snapshot', 'open', '--url', first.url])
  expect(kept).toMatchObject({
    code: 0,
    stdout: 'kept open: 1 transaction, 1 pending job, clock at 2026-01-31T12:00:00.000Z\n',
    stderr: '',
  })
  await run(['advance', '1h', '--url', first.url])
  await collect(first, 'two')
  await first.stop()
  const second = await start(['--data', data])
  const restored = await run(['restore', 'open', '--url', second.url])
  const { data: transactions } = await look(second, '/transactions')
  const again = await run(['advance', '1h', '--url', second.url])
  await second.stop()
  expect(restored).toMatchObject({
    code: 0,
    stdout: 'restored open: 1 transaction, 1 pending job, clock at 2026-01-31T12:00:00.000Z\n',
    stderr: '',
  })
  expect(transactions).toMatchObject([{ reference_business: 'one', status: 'INITIATED' }])
  expect(again.stdout).toMatch(/one {2}webhook to \S+ 200 in \d+ ms/)
  expect(merchant.webhooks.map(({ raw }) => raw.toString())).toEqual(
    Array(2).fill(merchant.webhooks[0]?.raw.toString()),
  )
})
