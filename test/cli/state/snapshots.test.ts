import { expect, test } from 'vitest'
import { call } from '../../support/call.ts'
import { look } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'
import { type OpenedSandbox, openSandbox } from '../../support/opened-sandbox.ts'
import { mobileMoney } from '../../support/requests.ts'

function collect(sandbox: OpenedSandbox, reference: string) {
  return call(sandbox.url, '/collections/mobilemoney', { key: 'test_sandbox', body: mobileMoney({ reference }) })
}

test('snapshot without a name lists, --delete forgets, --json prints the answers', async () => {
  const sandbox = await openSandbox()
  const at = ['--url', sandbox.url]
  const snapshot = { name: 'start', at: '2026-01-31T12:00:00.000Z', transactions: 0, pendingJobs: 0 }
  expect((await runInProcess(['snapshot', ...at])).stdout).toBe('no snapshots\n')
  expect(JSON.parse((await runInProcess(['snapshot', 'start', '--json', ...at])).stdout)).toEqual(snapshot)
  expect((await runInProcess(['snapshot', ...at])).stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['NAME', 'TRANSACTIONS', 'PENDING JOBS', 'CLOCK'],
    ['start', '0', '0', '2026-01-31T12:00:00.000Z'],
    [''],
  ])
  expect(JSON.parse((await runInProcess(['snapshot', '--json', ...at])).stdout)).toEqual({ data: [snapshot] })
  expect(JSON.parse((await runInProcess(['restore', 'start', '--json', ...at])).stdout)).toEqual(snapshot)
  expect((await runInProcess(['snapshot', 'start', '--delete', ...at])).stdout).toBe('deleted start\n')
  const unnamed = await runInProcess(['snapshot', '--delete', ...at])
  const unknown = [
    await runInProcess(['restore', 'start', ...at]),
    await runInProcess(['snapshot', 'start', '--delete', ...at]),
  ]
  const dots = await runInProcess(['restore', '..', ...at])
  expect(unnamed).toMatchObject({ code: 2, stderr: 'snapshot --delete: name the snapshot to forget\n' })
  const none = `The business test_sandbox has no snapshot start\n  it has none yet: payments-sandbox snapshot NAME ${at.join(' ')} takes one; --key chooses the business\n`
  for (const ended of unknown) expect(ended).toMatchObject({ code: 2, stdout: '', stderr: none })
  expect(dots).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^"\.\." is not a name for a snapshot: write 1 to 64/),
  })
})

test('prune deletes what has been final for long, and says what', async () => {
  const sandbox = await openSandbox()
  await collect(sandbox, 'old')
  await runInProcess(['advance', '31d', '--url', sandbox.url])
  await collect(sandbox, 'new')
  const pruned = await runInProcess(['prune', '--older-than', '30d', '--url', sandbox.url])
  const again = await runInProcess(['prune', '--older-than', '30d', '--json', '--url', sandbox.url])
  const { data } = await look(sandbox, '/transactions')
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
