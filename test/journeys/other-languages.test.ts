import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWith, launch } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

const merchants = join(import.meta.dirname, '..', 'support', 'merchants')

/** How a shop of each language is served at a port. */
const shops = {
  Python: () => ['python3', join(merchants, 'shop.py')],
  PHP: (port: string) => ['php', '-S', `127.0.0.1:${port}`, join(merchants, 'shop.php')],
}

/** The rows that fail for each mistake. */
const mistakes = {
  none: [],
  'remembers-before-the-check': [
    // No shop here asks for the status.
    'paid without a webhook',
    'no signature',
    'another secret',
    'signature over other bytes',
    'another amount under a real signature',
    // It answers 2xx to what it has seen, with any signature.
    'COMPLETED for one that FAILED',
    '1 MB',
  ],
  'signature-of-parsed-body': ['other-bytes', 'signature over other bytes'],
  'charges-again': ['lost-reply'],
} as const

const all = (['Python', 'PHP'] as const).flatMap((language) =>
  (Object.keys(mistakes) as (keyof typeof mistakes)[]).map((mistake) => [language, mistake] as const),
)
/** What these leave open a timer could end, unless the plan names one. */
const asked: readonly string[] = ['remembers-before-the-check']

/** An audit takes ten seconds: `npm run languages` plays them all, CI some. */
const played = process.env.LANGUAGES === 'all' ? all : all.filter((_, index) => [0, 6].includes(index))

test.each(played)('audit of a shop in %s with the mistake %s', { timeout: 120_000 }, async (language, mistake) => {
  const [port, shopPort] = [String(await freePort()), String(await freePort())]
  const at = `http://127.0.0.1:${shopPort}`
  const cwd = folderWith({
    'audit.yaml': `order: { post: ${at}/orders, body: { amount: 10.5 }, reference: /reference }
probe: { get: "${at}/orders/{reference}", paid: { at: /status, is: paid }, credited: /credited }
${asked.includes(mistake) ? `ask: ${at}/cron\n` : ''}`,
  })
  const env = {
    PAYMENTS_SANDBOX_URL: `http://127.0.0.1:${port}`,
    PAYMENTS_SANDBOX_API_KEY: 'test_sandbox',
    PAYMENTS_SANDBOX_WEBHOOK_SECRET: 'test_sandbox',
    PORT: shopPort,
    CALLBACK: `${at}/webhooks`,
    STATE: join(cwd, 'books.json'),
    PHP_CLI_SERVER_WORKERS: '4',
    MISTAKE: mistake,
  }
  const [program = '', ...args] = shops[language](shopPort)
  // In a group of its own: PHP's server leaves its workers behind.
  const serving = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore', detached: true })
  onTestFinished(() => void process.kill(-(serving.pid ?? 0), 'SIGKILL'))
  const listens = () =>
    fetch(`${at}/orders/none`).then(
      () => true,
      () => undefined,
    )
  await until('the shop listens', listens)
  const audited = await launch(['audit', '--plan', 'audit.yaml', '--port', port, '--json'], { cwd }).ended
  const rows: { check: string; verdict: string }[] = JSON.parse(audited.stdout)
  const failed = rows.filter(({ verdict }) => verdict === 'FAILED').map(({ check }) => check)
  expect([failed, audited.stderr]).toEqual([mistakes[mistake], ''])
  const usual = failed.filter((check) => check !== 'paid without a webhook')
  expect(rows.filter(({ verdict }) => verdict === 'ok')).toHaveLength(24 - usual.length)
  expect(audited.code).toBe(failed.length === 0 ? 0 : 5)
})
