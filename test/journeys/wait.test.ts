import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { folderWith, run, start } from '../support/cli.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'

test('wait prints one line once it is so, and exits 8 with what was seen and what is due when it is not', async () => {
  const { url } = await openSandbox()
  const env = { PAYMENTS_SANDBOX_URL: url }
  await call(url, '/collections/mobilemoney', { key: 'test_sandbox', body: mobileMoney() })
  const early = await run(['wait', 'order-1'], { env })
  expect(early).toMatchObject({ code: 8, stdout: '' })
  expect(early.stderr).toMatch(
    /^order-1 did not become final, and half a second passed .*\. order-1 is INITIATED\n {2}the clock is frozen at .*; advance it: next is due at .*: settle as approved\n$/,
  )
  await call(url, '/_sandbox/clock/resume', { key: 'test_sandbox', body: { rate: 2 } })
  expect(await run(['wait', 'order-1'], { env })).toMatchObject({
    code: 0,
    stdout: 'order-1 is COMPLETED\n',
    stderr: '',
  })
  expect(await run(['wait', 'order-1', '--status', 'FAILED'], { env })).toMatchObject({ code: 8, stdout: '' })
  const json = await run(['wait', 'order-1', '--json'], { env })
  expect(JSON.parse(json.stdout)).toMatchObject({ reference_business: 'order-1', status: 'COMPLETED' })
  expect((await run(['wait', 'order-1', '--timeout', '10'], { env })).code).toBe(2)
  expect((await run(['wait', 'order-1'], { env: { PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:1' } })).code).toBe(6)
})

test('wait ends if the process of the sandbox is stopped and answers nothing', async () => {
  const sandbox = await start(['--data', ':memory:'])
  sandbox.signal('SIGSTOP')
  expect(await run(['wait', 'order-1', '--timeout', '10ms', '--url', sandbox.url])).toMatchObject({
    code: 6,
    stdout: '',
    stderr: expect.stringContaining(`No payments-sandbox answers at ${sandbox.url}: `),
  })
  sandbox.signal('SIGCONT')
  sandbox.signal('SIGTERM')
  expect((await sandbox.ended).code).toBe(0)
})

test('--key auto is a business for the work tree, the same in all its folders and another elsewhere', async () => {
  const { url } = await openSandbox({ clock: 'real' })
  const [one, other] = [folderWith({ '.git': 'gitdir: elsewhere\n' }), folderWith({ 'a/b': '' })]
  mkdirSync(join(one, 'src'))
  writeFileSync(join(one, 'src', 'x'), '')
  const keyIn = async (cwd: string) => {
    const { stdout } = await run(['status', '-o', 'env', '--key', 'auto', '--url', url], { cwd })
    return /API_KEY=(.*)/.exec(stdout)?.[1] ?? stdout
  }
  const keys = await Promise.all([one, join(one, 'src'), other, join(other, 'a')].map(keyIn))
  expect(keys[0]).toMatch(/^test_auto_[0-9a-f]{16}$/)
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
  const created = await run(['collect', '--reference', 'mine', '--key', 'auto', '--url', url, '--json'], { cwd: one })
  expect(created.code).toBe(0)
  const listed = await run(['transactions', '--key', 'auto', '--url', url, '--json'], { cwd: join(one, 'src') })
  expect(JSON.parse(listed.stdout).data).toMatchObject([{ reference_business: 'mine' }])
})
