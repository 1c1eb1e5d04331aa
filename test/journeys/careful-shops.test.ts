import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AuditRow } from '../../src/judge/audit/audit.ts'
import { folderWith, launch, launchCommand } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { hasPostgres, postgresForTests, python } from '../support/postgres.ts'
import { until } from '../support/until.ts'

const merchants = join(import.meta.dirname, '..', 'support', 'merchants')
const database = postgresForTests()

/** The rows of a short audit. */
const rowsOfAll = 'webhook-twice-at-once,lost-reply,no signature,killed between its 200 and its work'

/** Orders in PostgreSQL with a reconciliation job, in Python. */
const orders = {
  command: [python, join(merchants, 'orders_shop.py')],
  env: { DATABASE_URL: `host=${database} user=postgres` },
  placing: 'order: { post: SHOP/orders, body: { amount: 10.5, phone: "{accountNumber}" }, reference: /reference }\n',
  probe: 'probe: { get: "SHOP/orders/{reference}", paid: { at: /status, is: paid }, credited: /credited }\n',
  job: '/internal/reconcile',
  timer: { RECONCILE_SECONDS: '0.2' },
  rows: rowsOfAll,
  bought: ['/orders approve', '/orders wrong-pin', '/orders timeout', '/orders pending-first'],
  isHere: hasPostgres,
}

/** A wallet with payouts, holds and a timer, in Node. */
const wallet = {
  command: [process.execPath, join(merchants, 'wallet-shop.mjs')],
  env: {},
  placing: `order: { post: SHOP/deposits, body: { amount: 500, phone: "{accountNumber}" }, reference: /reference }
payout: { post: SHOP/withdrawals, body: { amount: 5, phone: "{accountNumber}" }, reference: /reference }
headers: { Idempotency-Key: "{fresh}" }
`,
  probe: `probe:
  orders: { get: "SHOP/deposits/{reference}", paid: { at: /state, is: done }, credited: /credited, sums: received }
  payouts: { get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: done, failed: failed, open: pending }, taken: /taken, withdrawal: /reference }
  balance: { get: "SHOP/wallets/{customer}", at: /balance }
`,
  job: '/cron',
  timer: { TIMER_MS: '200' },
  rows: `${rowsOfAll},lost reply,failed without a webhook,a failed withdrawal that the customer repeats under the same key`,
  bought: [
    '/deposits approve',
    '/withdrawals approve',
    '/withdrawals switch-error',
    '/deposits wrong-pin',
    '/withdrawals cannot-process',
    '/withdrawals failed-without-webhook',
  ],
  isHere: true,
}

type CarefulShop = typeof orders | typeof wallet

const shops = [
  ['orders with PostgreSQL', orders],
  ['a wallet with holds', wallet],
] as const

/** `npm run audits` plays every row, and each shop in both ways. */
const wholeAudit = process.env.AUDITS === 'all'
const bothWays = shops.flatMap(([name, shop]) => [
  [name, 'ask', shop] as const,
  [name, 'its timer alone', shop] as const,
])
const audits = wholeAudit ? bothWays : bothWays.filter((_, index) => index === 0 || index === 3)

/** Where the shop and the sandbox of a test listen, and what the shop is given. */
async function opened(shop: CarefulShop, timer: Readonly<Record<string, string>>) {
  const [port, payments] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const env = {
    PAYMENTS_URL: `http://127.0.0.1:${payments}`,
    PAYMENTS_KEY: 'test_sandbox',
    PORT: String(port),
    ...timer,
    ...shop.env,
  }
  return { url, payments: String(payments), env, at: (text: string) => text.replaceAll('SHOP', url) }
}

test.for(audits)('audit says nothing against %s, with %s', { timeout: 600_000 }, async ([, by, shop], { skip }) => {
  skip(!shop.isHere)
  const { payments, env, at } = await opened(shop, by === 'ask' ? {} : shop.timer)
  const ask = by === 'ask' ? `ask: SHOP${shop.job}\n` : ''
  const restart = `restart: ${shop.command.join(' ')}\n`
  const cwd = folderWith({ 'audit.yaml': at(shop.placing + shop.probe + ask + restart) })
  const only = wholeAudit ? [] : ['--only', shop.rows]
  const cli = launch(['audit', '--plan', 'audit.yaml', '--port', payments, '--json', ...only], { cwd, env })
  const { code, stdout, stderr } = await cli.ended
  expect(code, stdout + stderr).toBe(0)
  const rows: readonly AuditRow[] = JSON.parse(stdout)
  const accused = rows.filter(({ verdict }) => verdict !== 'ok' && !verdict.startsWith('not checked'))
  expect(accused).toEqual([])
  expect(rows.filter(({ verdict }) => verdict === 'ok').length).toBeGreaterThan(rows.length * 0.8)
})

/** Orders and withdraws once under each scenario, and lets the shop do its job now and then. */
const customer = `
const { PAYMENTS_SANDBOX_URL: sandbox, PAYMENTS_SANDBOX_API_KEY: authorization } = process.env
const [shop, job, ...bought] = process.argv.slice(2)
const post = async (url, body) => {
  const headers = { authorization, 'content-type': 'application/json' }
  const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (status > 299) throw new Error(url + ' answered ' + status)
}
for (const [path, use] of bought.map((one) => one.split(' '))) {
  await post(sandbox + '/_sandbox/scenarios/queue', { use })
  await post(shop + path, { amount: path === '/deposits' ? 500 : 10.5, phone: '0241234567' })
  await post(sandbox + '/_sandbox/clock/advance', { by: '10s' })
  await post(shop + job, {})
}
`

/** `npm run merchants` plays 1,000 of each. */
const runs = process.env.MERCHANT_RUNS ?? '20'

test.for(shops)('explore says nothing against %s', { timeout: 3_600_000 }, async ([, shop], { skip }) => {
  skip(!shop.isHere)
  const { url, payments, env, at } = await opened(shop, shop.timer)
  const cwd = folderWith({ 'customer.mjs': customer, 'payments-sandbox.config.yaml': at(shop.probe) })
  const running = launchCommand(shop.command, { cwd, env })
  await until('the shop listens', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )
  const command = [process.execPath, 'customer.mjs', url, shop.job, ...shop.bought]
  const options = ['--clock', 'frozen', '--port', payments, '--runs', runs, '--time', '1h', '--partial']
  const { code, stdout, stderr } = await launch(['explore', ...options, '--', ...command], { cwd }).ended
  expect([code, stdout.split('\n')[0]], stderr).toEqual([0, expect.stringMatching(`^Nothing found in ${runs} runs`)])
  await running.crash()
})
