import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { audited, order } from '../support/audited.ts'
import { folderWith, run, start } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { listening } from '../support/listening.ts'
import { Merchant, type Order } from '../support/merchants/merchant.ts'

test('beside a running sandbox, audit and explore say to stop it or to give the shop another address', async () => {
  const sandbox = await start()
  const { port } = new URL(sandbox.url)
  const cwd = folderWith({ 'audit.yaml': order.replaceAll('SHOP', 'http://127.0.0.1:9') })
  for (const args of [
    ['audit', '--plan', 'audit.yaml', '--port', port],
    ['explore', '--port', port, '--', 'true'],
  ]) {
    expect(await run(args, { cwd })).toMatchObject({
      code: 4,
      stdout: '',
      stderr: `Port ${port} on 127.0.0.1 is taken: end what listens there (a sandbox: payments-sandbox stop --url http://127.0.0.1:${port}), or name another port with --port, and give your shop that address as its base URL\n`,
    })
  }
  await sandbox.stop()
})

const plan = 'payout: { post: SHOP/withdrawals, body: { amount: 5 }, reference: /reference }\n'
const refusal = "the sandbox answered the shop's POST /disbursements/mobilemoney with 400: recipients is required; "

test.each([
  [502, { error: 'later' }, `/withdrawals answered 502: ${refusal}`],
  [200, { error: 'later' }, `/withdrawals answers nothing at /reference: ${refusal}`],
  [200, { reference: 'w-1' }, `The shop took the payout, but ${refusal}`],
])(
  'a shop whose first create call is refused answers %i %j: audit shows the refusal',
  {
    timeout: 60_000,
  },
  async (status, answer, problem) => {
    const port = await freePort()
    const headers = { authorization: 'test_sandbox', 'content-type': 'application/json' }
    const shop = createServer(async (_request, response) => {
      const call = { method: 'POST', headers, body: '{"reference":"w-1"}' }
      await fetch(`http://127.0.0.1:${port}/disbursements/mobilemoney`, call)
      response.writeHead(status).end(JSON.stringify(answer))
    })
    const at = await listening(shop)
    const cwd = folderWith({ 'audit.yaml': plan.replaceAll('SHOP', at) })
    const ended = await run(['audit', '--plan', 'audit.yaml', '--port', String(port)], { cwd })
    expect(ended).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(problem) })
  },
)

test('a later create call that is refused is the reason of its row, and of no other', { timeout: 90_000 }, async () => {
  class ForgetsTheReasonOnce extends Merchant {
    #count = 0

    protected override call(path: string, init: RequestInit): Promise<Response> {
      const isSecond = init.method === 'POST' && ++this.#count === 2
      return super.call(path, isSecond ? { ...init, body: String(init.body).replace('"reason":"Order",', '') } : init)
    }
  }
  const { rows, code } = await audited(ForgetsTheReasonOnce)
  expect(code).toBe(7)
  const why = "not played (the sandbox answered the shop's POST /collections/mobilemoney with 400: reason is required; "
  expect(rows.slice(0, 3).map(({ verdict }) => verdict)).toEqual(['ok', expect.stringContaining(why), 'ok'])
})

test('a shop that gives the same order again played no row; five of them end the audit', {
  timeout: 90_000,
}, async () => {
  class SellsOnce extends Merchant {
    override async order(amount: number): Promise<Order> {
      return this.orders.get('order-1') ?? super.order(amount)
    }
  }
  const { rows, code } = await audited(SellsOnce)
  const unplayed =
    'not played (the shop answered 200 {"reference":"order-1"} and made no create call; if a timer makes it, name it in `ask`)'
  const verdicts = rows.map(({ verdict }) => verdict).filter((verdict) => !verdict.startsWith('not checked'))
  expect([code, ...verdicts]).toEqual([7, 'ok', ...Array(5).fill(unplayed)])
  const partial = await audited(SellsOnce, undefined, { options: ['--partial', '--only', 'wrong-pin'] })
  expect([partial.code, ...partial.rows.map(({ verdict }) => verdict)]).toEqual([0, 'ok', unplayed])
})

test('a name of --only that is no row is refused', async () => {
  const cwd = folderWith({ 'audit.yaml': order })
  const ended = await run(['audit', '--plan', 'audit.yaml', '--only', 'webhook-twice, payout,no signture'], { cwd })
  expect(ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--only no signture: there is no such row; did you mean no signature?'),
  })
})

test('a row of --only that the plan or the shop leaves out was not played', { timeout: 90_000 }, async () => {
  const { rows, code } = await audited(Merchant, undefined, { options: ['--only', 'failed,paid over,wrong-pin'] })
  expect([code, ...rows.map(({ check, verdict }) => [check, verdict])]).toEqual([
    7,
    ['approved', 'ok'],
    ['wrong-pin', 'ok'],
    ['paid over', 'not played (the shop opens no virtual account)'],
    ['failed', 'not played (the plan has no payout)'],
  ])
})
