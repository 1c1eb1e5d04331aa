import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openShop } from '../../../fixtures/demo/shop.mjs'
import { sampleNumberFor } from '../../catalogue/sample-numbers.ts'
import { parseConfig } from '../../config.ts'
import { Audit, type PlayedRow } from '../../explore/audit/audit.ts'
import { Shop } from '../../explore/audit/shop.ts'
import { ScheduledRun } from '../../explore/scheduled-run.ts'
import { writtenProbe } from '../../oracle/ask/written-probe.ts'
import { packageRoot } from '../../package-root.ts'
import { startSandbox } from '../../sandbox.ts'
import { signatureHeaders } from '../../webhooks/sign.ts'
import { createLog } from '../run/log.ts'
import { jsonText } from '../terminal/printable.ts'
import { auditScenarios, printRows } from './run-audit.ts'

const key = 'test_demo'
const shopFile = join('fixtures', 'demo', 'shop.mjs')
const mistakeBegins = '  /** Gives out the airtime'
const mistakeEnds = '\n  }\n'

const mend = `Two webhooks that come at the same moment both find the order open, and both credit. Let one statement of the database
decide, and credit only if it changed a row:

  UPDATE orders SET status = 'paid' WHERE reference = ? AND status = 'open'

Next, for your own shop:

  npx payments-sandbox audit --example > audit.yaml
  npx payments-sandbox audit --plan audit.yaml
`

/** Audits the shop of the demo, and prints the table, the advice and the lines of its mistake. */
export async function runDemo({ json = false }: { readonly json?: boolean }): Promise<void> {
  const file = join(packageRoot(), shopFile)
  const lines = mistakeIn(await readFile(file, 'utf8'))
  if (json) return void process.stdout.write(jsonText({ rows: await playedRows(), shop: file, lines, mend }))
  process.stdout.write(`A shop that sells airtime is audited: ${shopFile}. Each row is an order of it.\n\n`)
  printRows(await playedRows(), null)
  process.stdout.write(`\nThe lines to mend in ${shopFile}:\n\n${lines}\n${mend}`)
}

async function playedRows(): Promise<readonly PlayedRow[]> {
  const scheduled = new ScheduledRun()
  const config = parseConfig({ data: ':memory:', port: 0, clock: 'frozen', scenarios: [auditScenarios()] })
  // The shop has the sandbox's address, and the probe the shop's: both have free ports.
  let address = ''
  const ask = (path: string, init: RequestInit) => fetch(path.replace('http://shop', address), init)
  const orders = { get: 'http://shop/orders/{reference}', paid: { at: '/status', is: 'paid' }, credited: '/credited' }
  const probe = writtenProbe({ orders: { ...orders, sums: 'price' } }, ask)
  const sandbox = await startSandbox(config, createLog({ quiet: true }), { scheduled, probe, ending: { by: 'audit' } })
  const { url } = sandbox
  const secret = sandbox.webhookSecret(key)
  const shop = await openShop({ url, apiKey: key, secret })
  address = shop.address
  try {
    const order = {
      post: 'http://shop/orders',
      body: { amount: 10.5, phone: '{accountNumber}' },
      reference: '/reference',
    }
    const header = sandbox.settings(key).signatureHeader
    const sign = (body: string, own = secret) => signatureHeaders({ header, secret: own, body })
    const parts = {
      plan: { order },
      shop: new Shop({ order }, ask, sampleNumberFor([order.body])),
      probe,
      scheduled,
      url,
      key,
      sign,
      process: null,
    }
    const rows: PlayedRow[] = []
    for await (const row of new Audit(parts).rows()) if (row.isUsed) rows.push(row)
    return rows
  } finally {
    shop.close()
    await sandbox.close()
  }
}

/** The lines of the mistake with their numbers. */
function mistakeIn(code: string): string {
  const begin = code.indexOf(mistakeBegins)
  const end = code.indexOf(mistakeEnds, begin) + mistakeEnds.length
  const first = code.slice(0, begin).split('\n').length
  const lines = code.slice(begin, end).trimEnd().split('\n')
  return lines.map((line, index) => `  ${String(first + index).padStart(3)}  ${line.slice(2)}\n`).join('')
}
