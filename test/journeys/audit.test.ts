import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AuditRow } from '../../src/judge/audit/audit.ts'
import { sleep } from '../../src/time.ts'
import { audited, order, probe } from '../support/audited.ts'
import { certificates } from '../support/certificates.ts'
import { folderWith, launch, run } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { junitFaults } from '../support/junit.ts'
import { listening } from '../support/listening.ts'
import { Merchant } from '../support/merchants/merchant.ts'
import { serve } from '../support/merchants/serve.ts'
import * as wrong from '../support/merchants/wrong-merchants.ts'
import { until } from '../support/until.ts'

test('a shop that refuses the signature of every webhook gets one advice in place of one for each check', {
  timeout: 90_000,
}, async () => {
  class OtherSecret extends Merchant {
    protected override isSigned(): boolean {
      return false
    }

    override async askOpen(): Promise<void> {}
  }
  const refusal =
    'Your shop answered 401 to every webhook, so no check shows what it does with one. Give it the secret of the key test_sandbox, and verify the signature over the bytes of the body as they came; then run audit again.'
  const { code, rows } = await audited(OtherSecret)
  expect([code, rows[0]]).toEqual([5, expect.objectContaining({ check: 'approved', verdict: 'FAILED' })])
  expect(new Set(rows.map(({ advice }) => advice))).toEqual(new Set([refusal]))
})

test.each([
  [419, {}, 'a CSRF check: exempt the path of webhooks from it'],
  [
    307,
    { location: '/webhooks/' },
    'a redirect to ORIGIN/webhooks/; redirects are not followed: write the slash at the end of the callback URL',
  ],
])(
  'a shop that answers %i %j before its own code sees a webhook gets that as its advice',
  {
    timeout: 90_000,
  },
  async (status, headers, hint) => {
    class Behind extends Merchant {
      override async receive(): Promise<Response> {
        return new Response(null, { status, headers })
      }

      override async askOpen(): Promise<void> {}
    }
    const { rows } = await audited(Behind)
    const advices = rows.map(({ advice }) => advice.replace(/http:\/\/127\.0\.0\.1:\d+/, 'ORIGIN'))
    expect(new Set(advices)).toEqual(
      new Set([
        `Your shop answered ${status} to every webhook, so no check shows what it does with one. The reason is ${hint}. Then run audit again.`,
      ]),
    )
  },
)

test('a shop whose certificate is of a private authority is called if NODE_EXTRA_CA_CERTS names it', async () => {
  const { key, good: cert, authority } = certificates
  const shop = createSecureServer({ key, cert }, (_incoming, outgoing) => void outgoing.end('{}'))
  const address = (await listening(shop)).replace('http://127.0.0.1', 'https://localhost')
  const cwd = folderWith({ 'audit.yaml': order.replaceAll('SHOP', address), 'ca.pem': authority })
  const audit = async (env = {}) =>
    launch(['audit', '--plan', 'audit.yaml', '--port', String(await freePort())], { cwd, env }).ended
  const careful = await audit()
  expect([careful.code, careful.stderr]).toEqual([
    3,
    `Cannot call the shop at ${address}/orders (its certificate has an unknown issuer: set NODE_EXTRA_CA_CERTS=<the issuer's PEM file>): run audit again\n`,
  ])
  const trusting = await audit({ NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') })
  expect(trusting.stderr).toContain(`POST ${address}/orders answers nothing at /reference`)
})

test('a shop that does not answer is refused with a sentence', { timeout: 90_000 }, async () => {
  const at = await listening(createServer(() => {}))
  const plan = order.replaceAll('SHOP', at)
  const cli = launch(['audit', '--plan', 'audit.yaml', '--port', String(await freePort())], {
    cwd: folderWith({ 'audit.yaml': plan }),
  })
  expect(await cli.ended).toMatchObject({
    code: 3,
    stdout: '',
    stderr: `No shop answers at ${at}/orders (no answer within 30000 ms): start it, then run audit again\n`,
  })
})

/** A shop that keeps its orders in a file. It credits after its answer, or before it. */
const shop = `
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
const { PAYMENTS, PORT, WORKS_FIRST, REMEMBERS_FIRST, CREDITS_FIRST, FORGETS, POLLS } = process.env
if (FORGETS) rmSync('orders.json', { force: true })
const read = () => { try { return JSON.parse(readFileSync('orders.json', 'utf8')) } catch { return {} } }
// In one step: it can be killed at any moment.
const write = (orders) => {
  writeFileSync('orders.new', JSON.stringify(orders))
  renameSync('orders.new', 'orders.json')
}
const headers = { authorization: 'test_sandbox', 'content-type': 'application/json' }
createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const answer = (status, value) => response.writeHead(status).end(JSON.stringify(value))
  if (request.url === '/webhooks') {
    let webhook = {}
    try { webhook = JSON.parse(body) } catch { return answer(400, {}) }
    const credit = async () => {
      const orders = read()
      const order = orders[webhook.reference_business]
      if (order?.status !== 'open') return
      const status = webhook.status === 'COMPLETED' ? 'paid' : 'failed'
      if (status === 'paid') order.credited += Number(webhook.amount)
      if (CREDITS_FIRST) {
        write(orders)
        await new Promise((resolve) => setTimeout(resolve, 120))
      }
      order.status = status
      write(orders)
    }
    if (REMEMBERS_FIRST) {
      const orders = read()
      if (orders.seen?.includes(webhook.id)) return answer(200, {})
      write({ ...orders, seen: [...(orders.seen ?? []), webhook.id] })
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    if (WORKS_FIRST) await credit()
    else setTimeout(credit, 300)
    return answer(200, {})
  }
  if (request.url === '/cron') {
    const orders = read()
    for (const order of Object.values(orders).filter(({ id, status }) => id && status === 'open')) {
      const asked = await fetch(PAYMENTS + '/payments/' + order.id, { headers }).catch(() => null)
      const { status, amount } = asked?.ok ? (await asked.json()) : {}
      if (status === 'COMPLETED') Object.assign(order, { status: 'paid', credited: Number(amount) })
      if (status === 'FAILED') order.status = 'failed'
    }
    write(orders)
    return answer(200, {})
  }
  if (request.method === 'POST') {
    const orders = read()
    const reference = 'order-' + (Object.keys(orders).length + 1)
    write({ ...orders, [reference]: { status: 'open', credited: 0 } })
    const callbackURL = POLLS ? undefined : 'http://127.0.0.1:' + PORT + '/webhooks'
    const call = { method: 'POST', headers, body: JSON.stringify({
      amount: 10.5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567', reason: 'Tea', reference, callbackURL,
    }) }
    let reply = null
    while (!(reply = await fetch(PAYMENTS + '/collections/mobilemoney', call).catch(() => null)));
    if (POLLS) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      const { id } = await reply.json()
      write({ ...orders, [reference]: { status: 'open', credited: 0, id } })
    }
    return answer(200, { reference })
  }
  const order = read()[request.url.slice('/orders/'.length)]
  answer(FORGETS && !order ? 404 : 200, order ?? {})
}).listen(Number(PORT), '127.0.0.1')
`

async function auditedShop(plan: string, env: Readonly<Record<string, string>> = {}, only: readonly string[] = []) {
  const [port, shopPort] = [String(await freePort()), String(await freePort())]
  const at = `http://127.0.0.1:${shopPort}`
  const cwd = folderWith({ 'shop.mjs': shop, 'audit.yaml': plan.replaceAll('SHOP', at) })
  const variables = { PAYMENTS: `http://127.0.0.1:${port}`, PORT: shopPort, ...env }
  const files = ['--report-file', 'audit.xml', '--report-file', 'audit.json']
  const options = only.length === 0 ? files : [...files, '--only', only.join(',')]
  const cli = launch(['audit', '--plan', 'audit.yaml', '--port', port, ...options], { cwd, env: variables })
  const report = (form: 'xml' | 'json') => readFileSync(join(cwd, `audit.${form}`), 'utf8')
  const rows = (): readonly AuditRow[] => JSON.parse(report('json')).rows
  return { ...(await cli.ended), report, row: (check: string) => rows().find((row) => row.check === check), rows }
}

const killed = {
  inHandler: 'killed while it handles a webhook, before its answer',
  afterAnswer: 'killed between its 200 and its work',
  beforeStoring: 'killed between the reply to its create call and storing it',
}
const restart = `restart: ${process.execPath} shop.mjs\n`
const ask = 'ask: SHOP/cron\n'

test('a shop that is killed between its 200 and its work loses the credit, one that works first does not', {
  timeout: 120_000,
}, async () => {
  const lazy = await auditedShop(order + probe + restart + ask, {}, [killed.afterAnswer])
  expect([lazy.code, lazy.row(killed.afterAnswer)]).toEqual([
    5,
    expect.objectContaining({ seen: expect.stringContaining('was credited 0 GHS'), verdict: 'FAILED' }),
  ])
  const text = lazy.stdout.replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/answered 200 .* audit killed the shop .* audit started the shop again /)
  expect(text).toMatch(/killed between its 200 and its work[^:]*: Do the work of a webhook before you answer 2xx/)
  expect(lazy.stdout).toMatch(/^CHECK +ASKED FOR BY +SEEN +VERDICT\n/)
  // A job that asks for the status from time to time may end the order.
  const unnamed = await auditedShop(order + probe + restart, {}, [killed.afterAnswer])
  expect(unnamed.row(killed.afterAnswer)?.verdict).toBe('not checked (if a timer does it, name it in `ask`)')
  const careful = await auditedShop(order + probe + restart, { WORKS_FIRST: '1' })
  const deaths = careful.rows().filter(({ check }) => check.startsWith('killed'))
  expect(deaths.map(({ verdict }) => verdict)).not.toContain('FAILED')
  expect(deaths).toHaveLength(3)
})

test('a shop that remembers a webhook before its work loses the credit if it is killed between them', {
  timeout: 120_000,
}, async () => {
  const env = { WORKS_FIRST: '1', REMEMBERS_FIRST: '1' }
  const { row } = await auditedShop(order + probe + restart + ask, env, [killed.inHandler])
  const seen = expect.stringMatching(/^killed after \d+ ms: .* was credited 0 GHS; /)
  expect(row(killed.inHandler)).toMatchObject({ seen, verdict: 'FAILED' })
})

test('a shop that is killed between its credit and what remembers it credits twice, and is advised about its death', {
  timeout: 120_000,
}, async () => {
  const env = { WORKS_FIRST: '1', CREDITS_FIRST: '1' }
  const { row } = await auditedShop(order + probe + restart, env, [killed.inHandler])
  const advice = expect.stringMatching(/^Do the work of a webhook before you answer 2xx, in one step/)
  expect(row(killed.inHandler)).toMatchObject({ verdict: 'FAILED', rule: 'credited-twice', advice })
})

test('a shop that forgets its orders when it is killed fails, and the rows before stand', {
  timeout: 90_000,
}, async () => {
  const plan = order + probe + restart + ask
  const { code, row } = await auditedShop(plan, { WORKS_FIRST: '1', FORGETS: '1' }, [killed.inHandler])
  expect([code, row('approved')?.verdict]).toEqual([5, 'ok'])
  const seen = expect.stringContaining('is not in the books; ')
  expect(row(killed.inHandler)).toMatchObject({ seen, verdict: 'FAILED' })
})

test('a shop without a callback is not blamed for an id that its death lost', { timeout: 120_000 }, async () => {
  const { code, row } = await auditedShop(order + probe + restart + ask, { POLLS: '1' }, [killed.beforeStoring])
  expect([code, row('approved')?.verdict, row(killed.beforeStoring)?.verdict]).toEqual([
    0,
    'ok',
    'not checked (the shop gives no callback, and its death may have lost the id to ask by)',
  ])
})

test('a shop that runs already is not the one that restart starts', { timeout: 60_000 }, async () => {
  const port = String(await freePort())
  const running = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => running.listen(Number(port), '127.0.0.1', resolve))
  onTestFinished(() => void running.close())
  const plan = `${order}${restart}`.replaceAll('SHOP', `http://127.0.0.1:${port}`)
  const { code, stderr } = await launch(['audit', '--plan', 'audit.yaml', '--port', String(await freePort())], {
    cwd: folderWith({ 'audit.yaml': plan }),
  }).ended
  expect([code, stderr]).toEqual([3, expect.stringContaining('answers at http://127.0.0.1:')])
})

test.each([
  ['SIGINT', 130],
  ['SIGUSR2', 140],
] as const)('an audit that %s stops prints the rows that it has', { timeout: 60_000 }, async (signal, exit) => {
  const port = await freePort()
  let merchant: Merchant | undefined
  const shop = await serve((callbackUrl) => {
    const call = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
    merchant = new wrong.WithoutDedupe({ fetch: call, apiKey: 'test_sandbox', secret: 'test_sandbox', callbackUrl })
    return merchant
  })
  onTestFinished(() => shop.close())
  const plan = `${order}${probe}`.replaceAll('SHOP', shop.url)
  const cli = launch(['audit', '--plan', 'audit.yaml', '--port', String(port), '--all'], {
    cwd: folderWith({ 'audit.yaml': plan }),
  })
  await until('an order is credited', () => [...(merchant?.orders.values() ?? [])].some(({ credited }) => credited > 0))
  // Every row of a double credit takes two seconds: not all are there.
  await sleep(1500)
  cli.signal(signal)
  const { code, stdout } = await cli.ended
  expect([code, stdout]).toEqual([exit, expect.stringMatching(/^approved .* {2}ok$/m)])
})

test.each(['SIGINT', 'SIGKILL'] as const)(
  'a shop that ignores signals ends with its audit: %s',
  {
    timeout: 60_000,
  },
  async (signal) => {
    const [port, shopPort] = [String(await freePort()), String(await freePort())]
    const stubborn = `${shop}
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
    writeFileSync('pid', String(process.pid))`
    const plan = `${order}${probe}${restart}`.replaceAll('SHOP', `http://127.0.0.1:${shopPort}`)
    const cwd = folderWith({ 'shop.mjs': stubborn, 'audit.yaml': plan })
    const env = { PAYMENTS: `http://127.0.0.1:${port}`, PORT: shopPort }
    const cli = launch(['audit', '--plan', 'audit.yaml', '--port', port], { cwd, env })
    await until('the shop takes orders', () => existsSync(join(cwd, 'orders.json')))
    cli.signal(signal)
    // A second Ctrl+C, as of one who does not want to wait.
    if (signal === 'SIGINT') cli.signal(signal)
    await cli.ended
    const pid = readFileSync(join(cwd, 'pid'), 'utf8')
    await until('the shop is gone', () => !existsSync(`/proc/${pid}`))
  },
)

test('without a probe nothing about money is checked', { timeout: 90_000 }, async () => {
  const { code, stdout, row } = await auditedShop(order + restart, { WORKS_FIRST: '1' })
  expect([code, row('webhook-twice')?.verdict]).toEqual([5, 'not checked (the plan has no probe)'])
  expect(row('no signature')).toMatchObject({ seen: 'answered 200', verdict: 'FAILED' })
  expect(stdout).toMatch(/^not checked \(the plan has no probe\): approved; wrong-pin; /m)
})

test('the report file has every row: JSON as it is, JUnit as a case each', { timeout: 90_000 }, async () => {
  const { report, rows } = await auditedShop(order + restart, { WORKS_FIRST: '1' })
  const cases = [...report('xml').matchAll(/<testcase classname="payments-sandbox\.audit" name="([^"]+)"/g)]
  expect(cases.map(([, name]) => name)).toEqual(rows().map(({ check }) => check))
  expect(report('xml').match(/<failure [^>]*type="audit"/g)).toHaveLength(
    rows().filter(({ verdict }) => verdict === 'FAILED').length,
  )
  expect(report('xml')).toContain('webhook-twice: not checked (the plan has no probe)')
  expect(await junitFaults(report('xml'))).toEqual([])
})

test.each([
  [2, '', 'audit.yaml:1:1  order: is missing'],
  [2, `${order.replace('post', 'pots')}`, 'audit.yaml:1:10  order.pots: unknown key; did you mean post?'],
  // No test can listen there: a port that was free a moment ago may be another test's by now.
  [3, order.replace('SHOP', 'http://127.0.0.1:1'), 'No shop answers at http://127.0.0.1:1/orders'],
  [
    3,
    `${order.replace('reference: /reference', 'reference: /nothing')}${probe}${restart}`,
    'answers nothing at /nothing: is order.reference right?\n  {"',
  ],
  [3, `${order}${probe.replace('/orders/', '/missing/')}${restart}`, 'answers nothing at /status: {}'],
])('exit %i with a sentence, and nothing else: %j', { timeout: 60_000 }, async (exit, plan, problem) => {
  const { code, stdout, stderr } = await auditedShop(plan)
  expect([code, stdout]).toEqual([exit, ''])
  expect(stderr).toContain(problem)
})

test('--example prints a plan that can be read, and audit without a plan says so', async () => {
  const { stdout } = await run(['audit', '--example'])
  expect(JSON.parse((await run(['audit', '--example', '--json'])).stdout)).toEqual({ plan: stdout })
  const cwd = folderWith({ 'audit.yaml': stdout })
  const port = String(await freePort())
  const played = await run(['audit', '--plan', 'audit.yaml', '--port', port], { cwd })
  expect([played.code, played.stderr]).toEqual([
    3,
    expect.stringContaining('No shop answers at http://127.0.0.1:3000/orders'),
  ])
  expect(await run(['audit'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--example prints one') })
})
