import { constants } from 'node:os'
import { parseConfig } from '../../config.ts'
import { createControlClient } from '../../control-client.ts'
import { type AuditedSandbox, audit } from '../../explore/audit/audit.ts'
import { examplePlan, readPlan } from '../../explore/audit/plan.ts'
import type { Row } from '../../explore/audit/rows.ts'
import { Shop } from '../../explore/audit/shop.ts'
import { ScheduledRun } from '../../explore/scheduled-run.ts'
import type { Report } from '../../report/report.ts'
import { type RunningSandbox, startSandbox } from '../../sandbox.ts'
import { signatureHeaders } from '../../webhooks/sign.ts'
import { keyOf } from '../client/client-options.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { listOf } from '../terminal/table.ts'
import { checkReportFile, writeReport } from './exec-verdict.ts'
import { createLog } from './log.ts'
import { shopProcess } from './shop-process.ts'
import { onSignals } from './signals.ts'

/** The options of `audit`. */
export interface AuditFlags {
  readonly plan?: string
  readonly example?: boolean
  readonly port?: number
  readonly key?: string
  readonly reportFile?: readonly string[]
  readonly json?: boolean
}

/** Audits a running shop, prints a row for each check, and ends this process. */
export async function runAudit({
  plan: file,
  example,
  port = 4747,
  json = false,
  ...flags
}: AuditFlags): Promise<void> {
  if (example) return void process.stdout.write(json ? jsonText({ plan: examplePlan }) : examplePlan)
  if (file === undefined) throw new UsageError('audit needs --plan FILE; --example prints one to begin with')
  const key = flags.key === undefined ? 'test_sandbox' : keyOf(flags)
  for (const reportFile of flags.reportFile ?? []) await checkReportFile(reportFile)
  const plan = await readPlan(file)
  const scheduled = new ScheduledRun()
  const config = parseConfig({ data: ':memory:', port, clock: 'frozen', scenarios: [] })
  const running = await startSandbox(config, createLog({ quiet: true }), { scheduled, keepsChapters: true })
  const rows: Row[] = []
  const shopStarter = plan.restart === undefined ? null : shopProcess(plan.restart, plan.order.post, running)
  const stopListening = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (signal) => {
    // What was found so far stands.
    print(rows, json)
    void shopStarter?.stop()
    process.exit(128 + constants.signals[signal])
  })
  try {
    await shopStarter?.start()
    const sandbox = auditedSandbox(running, scheduled, key)
    for await (const row of audit({ plan, shop: new Shop(plan, fetch), sandbox, process: shopStarter })) rows.push(row)
    print(rows, json)
    const report = withRows(running.report(), rows, key)
    for (const reportFile of flags.reportFile ?? []) {
      await writeReport(reportFile, report, { failOn: 'error', minCoverage: null })
    }
    process.exitCode = rows.some(({ verdict }) => verdict === 'FAILED') ? exitCodes.expectations : exitCodes.ok
  } finally {
    stopListening()
    await shopStarter?.stop()
    await running.close()
  }
}

function auditedSandbox(running: RunningSandbox, scheduled: ScheduledRun, key: string): AuditedSandbox {
  const { call } = createControlClient({ url: running.url, key, fetch: running.fetch })
  const { signatureScheme: scheme, signatureHeader: header } = running.settings(key)
  const secret = running.webhookSecret(key)
  const transaction = (id: string) => call('GET /_sandbox/transactions/{id}', { id })
  return {
    url: running.url,
    key,
    scheduled,
    use: async (use) => void (await call('POST /_sandbox/scenarios/queue', { use })),
    collections: () => running.collections().filter(({ business }) => business === key),
    flowOf: async (id) => (await transaction(id)).flow,
    callbackOf: async (id) => (await transaction(id)).callbackUrl ?? running.settings(key).callbackUrl,
    async lastWebhook() {
      const { data } = await call('GET /_sandbox/webhooks', { status: 'delivered', limit: 1 })
      const [newest] = data
      if (newest === undefined) return null
      const sent = Object.entries(newest.attempts.at(-1)?.headers ?? {})
      const signature = sent.filter(([name]) => /signature|^webhook-/.test(name))
      return {
        body: typeof newest.body === 'string' ? JSON.parse(newest.body) : newest.body,
        signature: Object.fromEntries(signature),
      }
    },
    sign: (body, other) =>
      signatureHeaders({ scheme, header, secret: other ?? secret, body, id: 'forged', timestampSeconds: 0 }),
  }
}

function print(rows: readonly Row[], json: boolean): void {
  const screen = { ...screenOf(process.stdout), columns: null }
  if (json) return void process.stdout.write(jsonText(rows))
  const table = listOf(
    rows,
    [
      { title: 'check', cell: ({ check }) => check },
      { title: 'asked for by', cell: ({ askedForBy }) => askedForBy },
      { title: 'seen', cell: ({ seen }) => seen || '-' },
      {
        title: 'verdict',
        cell: ({ verdict }) => (verdict === 'FAILED' ? { text: verdict, style: 'red' } : verdict),
      },
    ],
    screen,
  )
  const advice = rows
    .filter(({ verdict }) => verdict === 'FAILED')
    .map(({ check, advice }) => `\n${check}: ${advice}\n`)
  process.stdout.write(table + advice.join(''))
}

/** The report of the sandbox, with a finding for each check that failed. */
function withRows(report: Report, rows: readonly Row[], business: string): Report {
  const failed = rows.filter(({ verdict }) => verdict === 'FAILED')
  const findings = failed.map(({ check, askedForBy, seen }) => {
    const rule = `audit ${check}`
    return { level: 'error', rule, business, transactionId: null, evidence: seen, section: askedForBy } as const
  })
  return { ...report, findings: [...findings, ...report.findings] }
}
