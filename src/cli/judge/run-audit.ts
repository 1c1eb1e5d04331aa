import { constants } from 'node:os'
import { join } from 'node:path'
import { sampleNumberFor } from '../../catalogue/sample-numbers.ts'
import { Audit, type PlayedRow } from '../../explore/audit/audit.ts'
import { type AuditPlan, examplePlan, mainSubject, readPlan } from '../../explore/audit/plan.ts'
import { Shop } from '../../explore/audit/shop.ts'
import { ScheduledRun } from '../../explore/scheduled-run.ts'
import { writtenProbe } from '../../oracle/ask/written-probe.ts'
import { packageRoot } from '../../package-root.ts'
import { booksLines } from '../../report/books-text.ts'
import type { Report } from '../../report/report.ts'
import { startSandbox } from '../../sandbox.ts'
import { signatureHeaders } from '../../webhooks/sign.ts'
import { shopProcess } from '../child/shop-process.ts'
import { keyOf } from '../client/client-options.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { createLog } from '../run/log.ts'
import { ownSettings, probeOf } from '../run/own-sandbox.ts'
import { onSignals } from '../run/signals.ts'
import { jsonText, printableOf } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'
import { checkReportFile, writeReport } from './exec-verdict.ts'

export interface AuditFlags {
  readonly plan?: string
  readonly example?: boolean
  readonly config?: string
  readonly port?: number
  readonly key?: string
  readonly reportFile?: readonly string[]
  readonly json?: boolean
}

export async function runAudit({ plan: file, example, json = false, ...flags }: AuditFlags): Promise<void> {
  if (example) return void process.stdout.write(json ? jsonText({ plan: examplePlan }) : examplePlan)
  if (file === undefined) throw new UsageError('audit needs --plan FILE; --example prints one to begin with')
  const key = flags.key === undefined ? 'test_sandbox' : keyOf(flags)
  for (const reportFile of flags.reportFile ?? []) await checkReportFile(reportFile)
  const { audit, running, process: shop } = await opened(await readPlan(file), key, flags)
  const rows: PlayedRow[] = []
  const show = () => {
    const { refusal } = audit
    if (!json) return printRows(printableOf(rows), refusal === null ? null : printableOf(refusal))
    const shown = rows.map(({ isUsed: _, isFirst: __, ...row }) =>
      refusal === null ? row : { ...row, advice: refusal },
    )
    process.stdout.write(jsonText(shown))
  }
  const stopListening = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (signal) => {
    // What was found so far stands.
    show()
    void shop?.stop()
    process.exit(128 + constants.signals[signal])
  })
  const progress = progressLine(Audit.count)
  try {
    await shop?.start()
    for await (const row of audit.rows()) {
      rows.push(row)
      progress.show(rows.length)
    }
    progress.clear()
    show()
    const report = withRows(await running.report(), rows, key)
    for (const reportFile of flags.reportFile ?? []) {
      await writeReport(reportFile, report, { failOn: 'error', situations: false })
    }
    process.exitCode = rows.some(({ verdict }) => verdict === 'FAILED') ? exitCodes.expectations : exitCodes.ok
  } catch (error) {
    progress.clear()
    if (rows.length > 0) show()
    throw error
  } finally {
    stopListening()
    await shop?.stop()
    await running.close()
  }
}

/** The sandbox that the shop calls, and what drives both. */
async function opened(plan: AuditPlan, key: string, { port = 4747, config: configFile }: AuditFlags) {
  const scheduled = new ScheduledRun()
  const settings = await ownSettings(configFile === undefined ? {} : { config: configFile })
  const config = { ...settings.config, port, clock: 'frozen' as const, scenarios: [auditScenarios()] }
  const probe = plan.probe === undefined ? probeOf(config) : writtenProbe(plan.probe, fetch)
  const options = { scheduled, probe, keepsChapters: true, ending: { by: 'audit' } } as const
  const running = await startSandbox(config, createLog({ quiet: true }), options)
  const address = plan[mainSubject(plan)]?.post ?? ''
  const process = plan.restart === undefined ? null : shopProcess(plan.restart, address)
  const { signatureHeader: header } = running.settings(key)
  const sign = (body: string, secret = running.webhookSecret(key)) => signatureHeaders({ header, secret, body })
  const shop = new Shop(plan, fetch, sampleNumberFor([plan.order?.body, plan.payout?.body]))
  const audit = new Audit({ plan, shop, probe, scheduled, url: running.url, key, sign, process })
  return { audit, running, process }
}

/** The file of what an audit needs beside the shipped scenarios. */
export function auditScenarios(): string {
  return join(packageRoot(), 'fixtures', 'audit', 'scenarios.yaml')
}

/** A line on a terminal that says how far the audit is. */
function progressLine(count: number) {
  const { stderr } = process
  const print = (text: string) => {
    if (stderr.isTTY) stderr.write(`\r\u001B[K${text}`)
  }
  return { show: (done: number) => print(`${done} of ${count} checks`), clear: () => print('') }
}

/** Prints a table of the checks, and what to change for each that failed: one sentence if the signature is all of it. */
export function printRows(rows: readonly PlayedRow[], refusal: string | null): void {
  const columns: readonly ListColumn<PlayedRow>[] = [
    { title: 'check', cell: ({ check }) => check },
    { title: 'asked for by', cell: ({ askedForBy }) => askedForBy },
    { title: 'seen', cell: ({ seen }) => seen || '-' },
    { title: 'verdict', cell: ({ verdict }) => (verdict === 'FAILED' ? { text: verdict, style: 'red' } : verdict) },
  ]
  const table = listOf(rows, columns, { ...screenOf(process.stdout), columns: null })
  process.stdout.write(
    table +
      adviceOf(rows, refusal)
        .map((text) => `\n${text}\n`)
        .join('') +
      booksText(rows),
  )
}

/** Both books of the first check that failed with each advice: those of the others are much the same. */
function booksText(rows: readonly PlayedRow[]): string {
  const shown = new Set<string>()
  return rows
    .flatMap(({ check, advice, books }) => {
      if (books === undefined || shown.has(advice)) return []
      shown.add(advice)
      return [`\n${check}:\n`, ...booksLines(books).map((line) => `  ${line}\n`)]
    })
    .join('')
}

/** Each advice once, with the checks that it belongs to. */
function adviceOf(rows: readonly PlayedRow[], refusal: string | null): readonly string[] {
  const failed = rows.filter(({ verdict }) => verdict === 'FAILED' || verdict === 'unsteady')
  const ofAll = refusal === null ? failed : failed.slice(0, 1).map((row) => ({ ...row, advice: refusal }))
  const all = new Set(ofAll.map(({ advice }) => advice))
  const checksOf = (advice: string) => ofAll.filter((row) => row.advice === advice).map(({ check }) => check)
  const last = rows.at(-1)
  const mendFirst = last?.isFirst && last.verdict === 'FAILED' ? 'mend this first. ' : ''
  return [...all].map((advice) => `${checksOf(advice).join(', ')}: ${mendFirst}${advice}`)
}

function withRows(report: Report, rows: readonly PlayedRow[], business: string): Report {
  const failed = rows.filter(({ verdict }) => verdict === 'FAILED')
  const findings = failed.map(({ check, askedForBy, seen, books }) => {
    const rule = `audit ${check}`
    const both = books === undefined ? {} : { books }
    return {
      level: 'error',
      rule,
      business,
      transactionId: null,
      evidence: seen,
      section: askedForBy,
      ...both,
    } as const
  })
  return { ...report, findings: [...findings, ...report.findings] }
}
