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
  expect(again.stdout).toContain('webhook_delivered')
  expect(merchant.webhooks.map(({ raw }) => raw.toString())).toEqual(
    Array(2).fill(merchant.webhooks[0]?.raw.toString()),
  )
})

test('snapshot without a name lists, --delete forgets, --json prints the answers', async () => {
  const sandbox = await start(noon)
  const at = ['--url', sandbox.url]
  const snapshot = { name: 'start', at: '2026-01-31T12:00:00.000Z', transactions: 0, pendingJobs: 0 }
  expect((await run(['snapshot', ...at])).stdout).toBe('no snapshots\n')
  expect(JSON.parse((await run(['snapshot', 'start', '--json', ...at])).stdout)).toEqual(snapshot)
  expect((await run(['snapshot', ...at])).stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['NAME', 'TRANSACTIONS', 'PENDING JOBS', 'CLOCK'],
    ['start', '0', '0', '2026-01-31T12:00:00.000Z'],
    [''],
  ])
  expect(JSON.parse((await run(['snapshot', '--json', ...at])).stdout)).toEqual({ data: [snapshot] })
  expect(JSON.parse((await run(['restore', 'start', '--json', ...at])).stdout)).toEqual(snapshot)
  expect((await run(['snapshot', 'start', '--delete', ...at])).stdout).toBe('deleted start\n')
  const unnamed = await run(['snapshot', '--delete', ...at])
  const unknown = [await run(['restore', 'start', ...at]), await run(['snapshot', 'start', '--delete', ...at])]
  const dots = await run(['restore', '..', ...at])
  await sandbox.stop()
  expect(unnamed).toMatchObject({ code: 2, stderr: 'snapshot --delete: name the snapshot to forget\n' })
  const none =
    'The business test_sandbox has no snapshot start\n  it has none yet: payments-sandbox snapshot NAME takes one; --key chooses the business\n'
  for (const ended of unknown) expect(ended).toMatchObject({ code: 2, stdout: '', stderr: none })
  expect(dots).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^"\.\." is no name for a snapshot: write 1 to 64/),
  })
})

test('prune deletes what has been final for long, and says what', async () => {
  const sandbox = await start(noon)
  await collect(sandbox, 'old')
  await run(['advance', '31d', '--url', sandbox.url])
  await collect(sandbox, 'new')
  const pruned = await run(['prune', '--older-than', '30d', '--url', sandbox.url])
  const again = await run(['prune', '--older-than', '30d', '--json', '--url', sandbox.url])
  const { data } = await look(sandbox, '/transactions')
  await sandbox.stop()
  expect(pruned).toMatchObject({
    code: 0,
    stdout: 'pruned 1 transaction final by 2026-02-01T12:00:00.000Z, 0 webhooks; 0 ledger entries summed up\n',
    stderr: '',
  })
  expect(JSON.parse(again.stdout)).toEqual({
    before: '2026-02-01T12:00:00.000Z',
    transactions: 0,
    webhooks: 0,
    ledgerEntries: 0,
  })
  expect(data).toMatchObject([{ reference_business: 'new' }])
})

test.each([
  [['prune'], "required option '--older-than <duration>' not specified"],
  [['restore'], "missing required argument 'name'"],
])('%j is a wrong usage', async (args, stderr) => {
  expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) })
})

test.each([
  ['snapshot', 'paid'],
  ['restore', 'paid'],
  ['prune', '--older-than', '30d'],
])('%s has help with an example, and needs a sandbox that runs', async (...args) => {
  const { stdout } = await run([args[0] ?? '', '--help'])
  expect(stdout).toContain(`Example:\n  $ payments-sandbox ${args.join(' ')}\n`)
  expect(await run([...args, '--url', 'http://127.0.0.1:1'])).toMatchObject({ code: 6, stdout: '' })
})
