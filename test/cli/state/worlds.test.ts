import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../../support/call.ts'
import { runInProcess } from '../../support/in-process.ts'
import { openSandbox } from '../../support/opened-sandbox.ts'
import { temporaryFolder } from '../../support/opened-store.ts'
import { mobileMoney } from '../../support/requests.ts'

async function openWithOrder() {
  const { url } = await openSandbox({})
  await call(url, '/collections/mobilemoney', { key: 'test_ama', body: mobileMoney() })
  return { url, file: join(temporaryFolder(), 'friday.world.gz') }
}

test('export writes a business into a file, and import makes it under its key or another', async () => {
  const { url, file } = await openWithOrder()
  const exported = await runInProcess(['export', file, '--key', 'test_ama', '--url', url])
  expect(exported).toMatchObject({ code: 0, stderr: '', stdout: `exported test_ama to ${file}, 2 KB\n` })
  const { url: other } = await openSandbox({})
  const own = await runInProcess(['import', file, '--url', other])
  expect(own).toMatchObject({ code: 0, stderr: '' })
  expect(own.stdout).toMatch(/^imported test_ama: 1 transaction, 0 webhooks, 1 pending job, clock at 2026-/)
  const json = await runInProcess(['import', file, '--key', 'test_kofi', '--json', '--url', other])
  expect(JSON.parse(json.stdout)).toMatchObject({ key: 'test_kofi', from: 'test_ama', transactions: 1 })
})

test('a key that has transactions is left alone without --replace', async () => {
  const { url, file } = await openWithOrder()
  await runInProcess(['export', file, '--key', 'test_ama', '--url', url])
  const refused = await runInProcess(['import', file, '--url', url])
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('The business test_ama has transactions')
  expect(refused.stderr).toContain('--replace')
  expect((await runInProcess(['import', file, '--replace', '--url', url])).code).toBe(0)
})

test('a file that exists is not overwritten, and one that is not a world is refused', async () => {
  const { url, file } = await openWithOrder()
  writeFileSync(file, 'mine')
  const refused = await runInProcess(['export', file, '--key', 'test_ama', '--url', url])
  expect([refused.code, readFileSync(file, 'utf8')]).toEqual([2, 'mine'])
  expect(refused.stderr).toContain('exists: name another file')
  const wrong = await runInProcess(['import', file, '--url', url])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('The file is not gzip')])
  const missing = join(file, '..', 'missing.gz')
  expect((await runInProcess(['import', missing, '--url', url])).stderr).toContain('(ENOENT)')
  expect(existsSync(missing)).toBe(false)
})

test('a backup that is refused names no business: it is of all', async () => {
  const { url, file } = await openWithOrder()
  writeFileSync(file, 'mine')
  expect(await runInProcess(['backup', file, '--url', url])).toMatchObject({
    code: 2,
    stderr: `${file} exists already, and a backup overwrites nothing\n  name a file that does not exist\n`,
  })
})
