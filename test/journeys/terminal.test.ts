import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { expect, onTestFinished, test } from 'vitest'
import { folderWith, run } from '../support/cli.ts'
import { runInProcess } from '../support/in-process.ts'
import { openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { runOnTerminal, terminalTest } from '../support/terminal.ts'

const sandbox = await openSharedSandbox()
const bin = join(import.meta.dirname, '..', '..', 'bin', 'payments-sandbox.js')
const at = (key: string) => ['--url', sandbox.url, '--key', key]
/** True for text that does more on a terminal than lines of letters. */
const steers = (text: string) => text.includes('\u001b') || text.replaceAll('\r\n', '').includes('\r')

terminalTest('a long advance tells on a terminal how far it is, and takes the line away again', async () => {
  const merchant = await startMerchant(() => 'hang')
  const shop = sandbox.shop({ callbackUrl: merchant.url, timeout: '1s', retry: [] })
  await shop.collect()
  const text = await runOnTerminal(['advance', '10s', ...at(shop.key)])
  const drawn = text.split('\r\u001b[2K')
  expect(drawn[1]).toMatch(/^advancing 10s: \d\.\d s, sandbox time 2026-01-31T12:00:0/)
  for (const line of drawn.slice(1, -1)) expect(stringWidth(line)).toBeLessThan(60)
  expect(stripVTControlCharacters(drawn.at(-1) ?? '')).toMatch(
    /^2026-01-31 in .*\r\n12:00:03 {2}order-1 {2}COMPLETED {2}approved\r\n(?:.+\r\n)*now 2026-01-31T12:00:10.000Z\r\n$/,
  )
})

terminalTest('otp --wait shows on a terminal that it waits', async () => {
  const shop = sandbox.shop()
  const text = await runOnTerminal(['otp', '0241234567', '--wait', '10s', ...at(shop.key)])
  expect(text.split('\r\u001b[2K')[1]).toMatch(/^waiting up to 10s for an OTP: 0\.\d s, sandbox time 2026-01-…$/)
  expect(text).toContain('No open OTP for 0241234567, and half a second passed without any movement')
})

terminalTest('tables have colours on a terminal and are cut to its width', async () => {
  const text = await runOnTerminal(['scenarios', 'list'])
  expect(text).toContain('\u001b[1mevery flow')
  const lines = stripVTControlCharacters(text).trimEnd().split('\r\n')
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(60)
  expect(lines.some((line) => line.endsWith('…'))).toBe(true)
})

terminalTest('NO_COLOR takes the colours away, TERM=dumb the progress too', async () => {
  const shop = sandbox.shop()
  expect(steers(await runOnTerminal(['status', ...at(shop.key)]))).toBe(true)
  expect(steers(await runOnTerminal(['status', ...at(shop.key)], { NO_COLOR: '1' }))).toBe(false)
  const dumb = await runOnTerminal(['otp', '0241234567', '--wait', '500ms', ...at(shop.key)], { TERM: 'dumb' })
  expect(steers(dumb)).toBe(false)
})

test('output that is not a terminal gets neither colours nor progress, for any FORCE_COLOR', async () => {
  const merchant = await startMerchant(() => 'hang')
  const shop = sandbox.shop({ callbackUrl: merchant.url, timeout: '1s', retry: [] })
  await shop.collect()
  const env = { FORCE_COLOR: '1', NO_COLOR: '' }
  for (const args of [['advance', '10s'], ['status'], ['approve', 'nothing']]) {
    const { stdout, stderr } = await run([...args, ...at(shop.key)], { env })
    expect(steers(stdout + stderr)).toBe(false)
  }
})

terminalTest('one transaction, one scenario, snapshots and health have colours on a terminal', async () => {
  const shop = sandbox.shop()
  await shop.collect({ reference: 'order-1', accountNumber: '0240009110' })
  await shop.advance('5s')
  await shop.call('/_sandbox/snapshots/paid', { method: 'PUT', body: {} })
  const bad = join(folderWith({ 'bad.yaml': 'version: 1\nscenarios: { a: { after: soon } }\n' }), 'bad.yaml')
  const [red, green, bold, cyan] = ['\u001b[31m', '\u001b[32m', '\u001b[1m', '\u001b[36m']
  const shown: readonly (readonly [args: readonly string[], coloured: string])[] = [
    [['explain', 'order-1', ...at(shop.key)], `${red}FAILED`],
    [['explain', 'order-1', ...at(shop.key)], `${red}FAILED`],
    [['scenarios', 'show', 'wrong-pin'], `${bold}wrong-pin`],
    [['scenarios', 'plan', 'wrong-pin'], `${cyan}5s`],
    [['scenarios', 'check'], `${green}ok`],
    [['scenarios', 'check', bad], `${red}${bad}:2:26`],
    [['snapshot', ...at(shop.key)], `${bold}NAME`],
    [['health', '--url', sandbox.url], `${green}ok`],
  ]
  for (const [args, coloured] of shown) {
    expect(await runOnTerminal(args)).toContain(coloured)
    expect(steers((await runInProcess(args)).stdout)).toBe(false)
  }
})

test('if stderr is closed, a command ends with its own code, and a sandbox serves until it is stopped', async () => {
  const cwd = folderWith()
  const unread = (args: readonly string[]) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stderr.destroy()
    return { child, ended: once(child, 'exit') }
  }
  expect(await unread(['exec', '--', process.execPath, '-e', 'process.exitCode = 9']).ended).toEqual([9, null])
  expect(await unread(['no-such-command']).ended).toEqual([2, null])
  const { child, ended } = unread(['start', '--port', '0', '--data', ':memory:'])
  const [ready] = await once(child.stdout, 'data')
  expect(await run(['health', '--url', String(ready).trim().split(' ').at(-1) ?? ''])).toMatchObject({ code: 0 })
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
