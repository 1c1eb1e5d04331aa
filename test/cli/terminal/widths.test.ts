import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { expect, onTestFinished, test } from 'vitest'
import { runInProcess } from '../../support/in-process.ts'
import { openSharedSandbox } from '../../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()
const hostile = [
  'order-1',
  'x'.repeat(120),
  '支払い'.repeat(40),
  '👨‍👩‍👧👍🏽'.repeat(15),
  'e\u0301\u202e\u009b2J'.repeat(20),
]
const shop = sandbox.shop({ callbackUrl: 'http://127.0.0.1:9/', retry: ['1h'], currencies: ['GHS'] })
for (const [index, reference] of hostile.entries()) {
  const callbackURL =
    index % 2 === 0 ? `http://${'a'.repeat(60)}.localhost:9/${'x'.repeat(500)}` : 'http://127.0.0.1:9/'
  const { status, body } = await shop.collect({ reference, callbackURL, amount: index === 0 ? 10 : 9_999_999.99 })
  expect([status, body.message]).toEqual([200, null])
}
await shop.advance('4s')
for (const name of ['paid', 'y'.repeat(64)]) await shop.call(`/_sandbox/snapshots/${name}`, { method: 'PUT', body: {} })
await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 900 })

async function onTerminal(columns: number, args: readonly string[]): Promise<string> {
  const { isTTY, columns: before } = process.stdout
  const giveBack = () => Object.assign(process.stdout, { isTTY, columns: before })
  onTestFinished(() => void giveBack())
  Object.assign(process.stdout, { isTTY: true, columns })
  const { code, stdout } = await runInProcess(args)
  giveBack()
  expect(code).toBe(0)
  return stripVTControlCharacters(stdout)
}

const lists = [['transactions'], ['transactions', '--limit', '2'], ['webhooks'], ['wallet', 'GHS'], ['snapshot']]
const here = [
  ['scenarios', 'list'],
  ['config', '--callback-url', `http://localhost/${'x'.repeat(200)}`],
]

test.each([40, 60, 80, 120])('no list has a line wider than %i columns, with any content', async (columns) => {
  const at = ['--url', sandbox.url, '--key', shop.key]
  for (const args of [...lists.map((list) => [...list, ...at]), ...here]) {
    const lines = (await onTerminal(columns, args)).split('\n')
    expect(lines.length, args.join(' ')).toBeGreaterThan(2)
    for (const line of lines) expect(stringWidth(line), `${args.join(' ')}: ${line}`).toBeLessThanOrEqual(columns)
  }
})

test.each([40, 60, 80, 120])('at %i columns ids and statuses are whole', async (columns) => {
  const at = ['--url', sandbox.url, '--key', shop.key]
  const { data } = (await shop.get('/_sandbox/webhooks')).body
  const webhooks = await onTerminal(columns, ['webhooks', ...at])
  for (const { id } of data) expect(webhooks).toMatch(new RegExp(`^${id} .* pending`, 'm'))
  expect(await onTerminal(columns, ['transactions', ...at])).toMatch(/^01-31 12:00:00 {2}order-1 +COMPLETED/m)
})

test('status breaks long values between words, and cuts nothing', async () => {
  const text = await onTerminal(60, ['status', '--url', sandbox.url, '--key', shop.key])
  expect(text).not.toContain('…')
  expect(text).toMatch(/^jobs {10}5, the next at .*: send\n {14}webhook \S+ to\n {14}http/m)
})
