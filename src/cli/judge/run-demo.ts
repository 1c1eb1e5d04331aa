import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openShop } from '../../../fixtures/demo/shop.mjs'
import { parseConfig } from '../../config.ts'
import type { AuditRow } from '../../judge/audit/audit.ts'
import { writtenProbe } from '../../judge/books/written-probe.ts'
import { packageRoot } from '../../package-root.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { auditText, fittedText } from './audit-text.ts'
import { openAudit } from './open-audit.ts'
import { playAudit } from './play-audit.ts'

export interface DemoFlags {
  readonly all?: boolean
  readonly json?: boolean
}

const key = 'test_demo'
const shopFile = join('fixtures', 'demo', 'shop.mjs')
const mistakeBegins = '  /** Gives out the airtime'
const mistakeEnds = '\n  }\n'

const mend = `Two webhooks that come at the same moment both find the order open, and both credit. Let one statement of the database decide, and credit only if it changed a row:

  UPDATE orders SET status = 'paid' WHERE reference = ? AND status = 'open'

Next, for your own shop:

  npx payments-sandbox audit --example > audit.yaml
  npx payments-sandbox audit --plan audit.yaml
`

/** Audits the shop of the demo, and prints the table, the advice and the lines of its mistake. */
export async function runDemo({ json = false, all = false }: DemoFlags): Promise<void> {
  const file = join(packageRoot(), shopFile)
  const lines = mistakeIn(await readFile(file, 'utf8'))
  const screen = screenOf(process.stdout)
  const print = (text: string) => process.stdout.write(text)
  if (!json)
    print(fittedText(`A shop that sells airtime is audited: ${shopFile}. Each row is an order of it.\n`, screen))
  await played((rows) => {
    print(json ? jsonText({ rows, shop: file, lines, mend }) : auditText(rows, all, screen))
  })
  if (!json) print(fittedText(`\nThe lines to mend in ${shopFile}:\n\n${lines}\n${mend.trimEnd()}`, screen))
}

/** Audits the shop of the demo. */
async function played(show: (rows: readonly AuditRow[]) => void): Promise<void> {
  // The shop has the sandbox's address, and the probe the shop's: both have free ports.
  let address = ''
  const send = (path: string, init: RequestInit) => fetch(path.replace('http://shop', address), init)
  const orders = { get: 'http://shop/orders/{reference}', paid: { at: '/status', is: 'paid' }, credited: '/credited' }
  const probe = writtenProbe({ orders: { ...orders, sums: 'price' } }, send)
  const body = { amount: 10.5, phone: '{accountNumber}' }
  const plan = { order: { post: 'http://shop/orders', body, reference: '/reference' } }
  const config = parseConfig({ data: ':memory:', port: 0 })
  const { audit, running } = await openAudit(plan, { config, probe, key, send })
  const shop = await openShop({ url: running.url, apiKey: key, secret: running.webhookSecret(key) })
  address = shop.address
  try {
    await playAudit(audit, show)
  } finally {
    shop.close()
    await running.close()
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
