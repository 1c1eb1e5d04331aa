import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWith, launch, launchCommand } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

const shop = join(import.meta.dirname, '..', 'support', 'merchants', 'shop.py')

/** Each run starts an interpreter: all changes are played against the merchants in TypeScript. */
const singles = 'webhook-twice-at-once,lost-reply'

test('a Python merchant without a mistake passes two changes and their pair', { timeout: 120_000 }, async () => {
  const cli = launch([
    'explore',
    '--clock',
    'frozen',
    '--jobs',
    '2',
    '--time',
    '100s',
    '--only',
    singles,
    '--',
    'python3',
    shop,
    'check',
  ])
  expect(await cli.ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Nothing found in \d+ runs \(seed 1\)\.\n/),
  })
})

test('a Python merchant without a mistake passes an audit', { timeout: 120_000 }, async () => {
  const [port, shopPort] = [String(await freePort()), String(await freePort())]
  const at = `http://127.0.0.1:${shopPort}`
  const env = {
    PAYMENTS_SANDBOX_URL: `http://127.0.0.1:${port}`,
    PAYMENTS_SANDBOX_API_KEY: 'test_sandbox',
    PAYMENTS_SANDBOX_WEBHOOK_SECRET: 'test_sandbox',
    PORT: shopPort,
  }
  const serving = launchCommand(['python3', shop], { env })
  onTestFinished(() => serving.signal('SIGKILL'))
  await until('the shop listens', () =>
    fetch(at).then(
      () => true,
      () => undefined,
    ),
  )
  const cwd = folderWith({
    'audit.yaml': `order: { post: ${at}/orders, body: { amount: 10.5 }, reference: /reference }
probe: { get: "${at}/orders/{reference}", paid: { at: /status, is: paid }, credited: /credited }
`,
  })
  const audited = await launch(['audit', '--plan', 'audit.yaml', '--port', port, '--json'], { cwd }).ended
  expect([audited.code, audited.stderr]).toEqual([0, ''])
  const verdicts: { verdict: string }[] = JSON.parse(audited.stdout)
  expect(verdicts.filter(({ verdict }) => verdict === 'ok')).toHaveLength(23)
  serving.signal('SIGKILL')
  await serving.ended
})
