import { meantInstead } from '../../domain/did-you-mean.ts'
import type { AuditRow } from '../../judge/audit/audit.ts'
import { checks } from '../../judge/audit/checks.ts'
import { isJudged, wasPlayed } from '../../judge/audit/judged.ts'
import { examplePlan, readPlan } from '../../judge/audit/plan.ts'
import { writtenProbe } from '../../judge/books/written-probe.ts'
import { booksLines } from '../../report/books-text.ts'
import type { Suite } from '../../report/junit.ts'
import { ScenarioFilesError } from '../../scenarios/files/diagnostic.ts'
import { keyOf } from '../client/client-options.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { ownSettings, probeOf } from '../run/own-sandbox.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { auditText } from './audit-text.ts'
import { checkReportFile, writeReport } from './exec-verdict.ts'
import { askOf, customerOf, openAudit } from './open-audit.ts'
import { checkVariables, hiding } from './plan-variables.ts'
import { playAudit } from './play-audit.ts'

export interface AuditFlags {
  readonly plan?: string
  readonly example?: boolean
  readonly config?: string
  readonly port?: number
  readonly key?: string
  readonly reportFile?: readonly string[]
  readonly only?: string
  readonly partial?: boolean
  readonly all?: boolean
  readonly json?: boolean
}

const usualPort = 4747

export async function runAudit({
  plan: file,
  example,
  partial = false,
  all = false,
  json = false,
  ...flags
}: AuditFlags): Promise<void> {
  if (example) return void process.stdout.write(json ? jsonText({ plan: examplePlan }) : examplePlan)
  if (file === undefined) throw new UsageError('audit needs --plan FILE; --example prints one to begin with')
  const key = flags.key === undefined ? 'test_sandbox' : keyOf(flags)
  for (const reportFile of flags.reportFile ?? []) await checkReportFile(reportFile)
  const only = flags.only === undefined ? null : rowsNamed(flags.only)
  const plan = await readPlan(file).catch(asUsage)
  checkVariables(file, plan)
  const hidden = hiding(plan)
  const { config: configFile, port } = flags
  const settings = await ownSettings({ ...(configFile !== undefined && { config: configFile }), port })
  const probe =
    plan.probe === undefined ? await probeOf(settings.config) : writtenProbe(plan.probe, askOf(plan), customerOf(plan))
  const auditing = { config: { ...settings.config, port: settings.config.port || usualPort }, probe, key, only }
  const { audit, running, restarted } = await openAudit(plan, auditing)
  const show = (rows: readonly AuditRow[]) => {
    const { refusal, missing } = audit
    const advised = hidden(refusal === null ? rows : rows.map((row) => ({ ...row, advice: refusal })))
    process.stdout.write(
      json ? jsonText(advised) : auditText(advised, all, screenOf(process.stdout), { refusal, missing }),
    )
  }
  try {
    const rows = await playAudit(audit, show, restarted)
    const report = hidden({ ...(await running.report()), rows })
    for (const reportFile of flags.reportFile ?? []) {
      await writeReport(reportFile, report, { failOn: 'error', situations: false }, [suiteOf(report.rows)])
    }
    process.exitCode = exitCodeOf(rows, partial)
  } catch (error) {
    if (error instanceof Error) error.message = hidden(error.message)
    throw error
  } finally {
    await running.close()
  }
}

/** The plan is a part of the command line. */
function asUsage(error: unknown): never {
  throw error instanceof ScenarioFilesError ? Object.assign(error, { exitCode: exitCodes.usage }) : error
}

/** The names of rows; a comma with a space after it is part of a name. Throws a `UsageError`. */
function rowsNamed(list: string): readonly string[] {
  const names = checks.map(({ check }) => check)
  const wrong = list.split(/,(?! )/).find((name) => !names.includes(name))
  if (wrong === undefined) return list.split(/,(?! )/)
  throw new UsageError(`--only ${wrong}: there is no such row; ${meantInstead(wrong, names)}`)
}

/** What was not played, and an audit without a verdict, show nothing about the shop. */
function exitCodeOf(rows: readonly AuditRow[], partial: boolean): number {
  if (rows.some(({ verdict }) => verdict === 'FAILED')) return exitCodes.expectations
  return partial || (rows.some(isJudged) && rows.every(wasPlayed)) ? exitCodes.ok : exitCodes.unfinished
}

/** The rows as test cases, in the order of playing. */
function suiteOf(rows: readonly AuditRow[]): Suite {
  const cases = rows.map(({ check: name, askedForBy, seen, verdict, books }) => {
    const failure = verdict === 'FAILED' ? `${seen} [${askedForBy}]` : null
    const output = `${name}: ${verdict}${seen === '' ? '' : `: ${seen}`}`
    return { classname: 'audit', name, failure, details: books ? booksLines(books) : [], output }
  })
  return { name: 'audit', place: 'payments-sandbox', cases }
}
