import type { Flow } from '../../domain/transaction.ts'
import { messageOf } from '../../error-code.ts'
import { sentenceOf } from '../../explore/schedule.ts'
import type { ScheduledRun } from '../../explore/scheduled-run.ts'
import type { Demands } from '../../report/junit.ts'
import { checkMoney, type MoneyChecked } from '../../report/money-oracle.ts'
import type { Report } from '../../report/report.ts'
import { refusedCall } from '../../report/rules/create-calls.ts'
import { reportText } from '../../report/text.ts'
import type { RunningSandbox } from '../../sandbox.ts'
import { type Access, prefix } from '../environment.ts'
import { exitCodes, UsageError } from '../exit.ts'
import type { Flags } from '../settings/resolve-config.ts'
import { printable, printableLines } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { commandEnvironment } from './command-environment.ts'
import { checkReportFile, exitCodeOf, type ReportFlags, shortcomings, writeReport } from './exec-verdict.ts'
import { ownConfig, startOwn } from './own-sandbox.ts'
import { CannotRun, runChild } from './run-child.ts'

/** The options of `exec`. */
export interface ExecFlags extends Flags, ReportFlags {
  readonly env?: readonly string[]
  readonly flow?: Flow
  /** A schedule that explore saved. */
  readonly schedule?: string
  /** Names with commas between. */
  readonly require?: string
}

/** Runs a command with a sandbox of its own in memory, reports how it went, and ends this process. */
export async function runWithSandbox(command: readonly string[], flags: ExecFlags): Promise<void> {
  const {
    env = [],
    reportFile: files = [],
    failOn = null,
    minCoverage = null,
    flow,
    schedule,
    require,
    ...settings
  } = flags
  const environmentFor = commandEnvironment(env)
  for (const file of files) await checkReportFile(file)
  const demands = { failOn, minCoverage }
  const scheduled = schedule === undefined ? null : await scheduledBy(schedule)
  const config = await ownConfig({ ...settings, ...(require === undefined ? {} : { require: require.split(',') }) })
  const { sandbox, access } = await startOwn(config, scheduled)
  try {
    const unknown = sandbox.required.unknown(config.require)
    if (unknown.length > 0) throw new UsageError(unknown.map((problem) => `--require ${problem}`).join('\n'))
    let money: MoneyChecked = { findings: [], notChecked: [] }
    // A server that the command left running is asked before it is ended.
    const whenOver = async () => {
      await scheduled?.runUntilIdle()
      await sandbox.idle()
      if (config.probe !== null) money = await checkMoney(sandbox.collections(), config.probe, fetch)
    }
    const ended = await runChild(command, environmentFor(access), `${prefix}URL`, { whenOver }).catch(whatAShellSays)
    // Nothing ran, so there is nothing to report.
    if (ended === null) return
    if (scheduled !== null) printSchedule(scheduled)
    const own = reportOf(sandbox, access, flow)
    const report = { ...own, findings: [...money.findings, ...own.findings] }
    const reasons = [...shortcomings(report, demands), ...moneyReasons(money)]
    const neverMet = sandbox.required.neverMet(config.require)
    process.exitCode = exitCodeOf(ended, [...reasons, ...neverMet])
    if (money.notChecked.length > 0) process.exitCode ||= exitCodes.invalid
    for (const file of files) reasons.push(...(await written(file, report, demands)))
    print(report, reasons)
    for (const line of neverMet) process.stderr.write(`${printable(line)}\n`)
    for (const why of money.notChecked) process.stderr.write(`not checked: ${printableLines(why)}\n`)
  } finally {
    await sandbox.close()
  }
  // Nothing that the command left open keeps this process alive.
  process.exit()
}

function moneyReasons({ findings }: MoneyChecked): readonly string[] {
  return findings.map(({ rule, evidence }) => `${rule}: ${evidence}`)
}

async function scheduledBy(file: string): Promise<ScheduledRun> {
  const [{ readSchedule }, { ScheduledRun }] = await Promise.all([
    import('../../explore/saved-schedules.ts'),
    import('../../explore/scheduled-run.ts'),
  ])
  const scheduled = new ScheduledRun()
  scheduled.play((await readSchedule(file)).schedule)
  return scheduled
}

/** Says of each change of the schedule whether it happened. */
function printSchedule(scheduled: ScheduledRun): void {
  const reached = scheduled.reached()
  for (const entry of scheduled.schedule) {
    const isReached = reached.some(({ order, change }) => order === entry.order && change === entry.change)
    process.stderr.write(`${isReached ? 'played' : 'not reached'}: ${sentenceOf([entry])}\n`)
  }
}

/** The finding of `exec` alone: a command that calls another address would go unnoticed. */
export const noCallReceived = { rule: 'no-call-received', level: 'warning', section: 'spec 4' } as const

function reportOf(sandbox: RunningSandbox, { url, apiKey }: Access, flow?: Flow): Report {
  const report = sandbox.report(flow)
  const { arrived, keyless } = sandbox.calls
  // A call without a key is in no business's report, so it is mentioned only if there were no other calls.
  if (arrived > keyless) return report
  const { rule, level, section } = arrived === 0 ? noCallReceived : refusedCall
  const evidence =
    arrived === 0
      ? `no call reached ${prefix}URL (${url}), those under /_sandbox aside: give your code this address as its base_url, for example with --env NAME={url}`
      : `no call that reached ${prefix}URL (${url}) had a key that the sandbox accepts (${arrived} had none): give your code ${prefix}API_KEY, for example with --env NAME={apiKey}`
  const finding = { rule, level, section, business: apiKey, transactionId: null, evidence }
  return { ...report, findings: [finding, ...report.findings] }
}

/** Writes the report to a file; where that fails, says why, which fails a run that has not failed yet. */
async function written(file: string, report: Report, demands: Demands): Promise<readonly string[]> {
  try {
    await writeReport(file, report, demands)
    return []
  } catch (cause) {
    process.exitCode ||= exitCodes.internal
    return [`the report could not be written to ${file}: ${messageOf(cause)}`]
  }
}

function print(report: Report, reasons: readonly string[]): void {
  const { paint } = screenOf(process.stderr)
  process.stderr.write(`\n${reportText(forTerminal(report), paint)}`)
  for (const reason of reasons) process.stderr.write(`${paint('red', 'failed')}: ${printable(reason)}\n`)
}

/** What others sent, such as references, without characters that a terminal obeys. */
function forTerminal(report: Report): Report {
  return JSON.parse(JSON.stringify(report), (_key, value) => (typeof value === 'string' ? printable(value) : value))
}

/** The exit code of a shell; null: nothing ran. */
function whatAShellSays(error: unknown): null {
  if (!(error instanceof CannotRun)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.code
  return null
}
