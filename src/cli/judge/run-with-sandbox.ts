import type { Flow } from '../../domain/transaction.ts'
import { messageOf } from '../../error-code.ts'
import { sentenceOf } from '../../judge/explore/schedule.ts'
import type { ScheduledRun } from '../../judge/explore/scheduled-run.ts'
import type { MoneyChecked } from '../../judge/verdict/reported.ts'
import type { Demands } from '../../report/junit.ts'
import type { Report } from '../../report/report.ts'
import { allSituations } from '../../report/required.ts'
import { refusedCall } from '../../report/rules/create-calls.ts'
import { reportText } from '../../report/text.ts'
import type { RunningSandbox } from '../../sandbox.ts'
import { printable } from '../../text.ts'
import { commandEnvironment } from '../child/command-environment.ts'
import { proxyVariables } from '../child/proxy-variables.ts'
import { runChild } from '../child/run-child.ts'
import { type Credentials, prefix } from '../environment.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { ownSettings, startOwn } from '../run/own-sandbox.ts'
import type { Flags, SettingSource } from '../settings/resolve-config.ts'
import { jsonText, printableOf } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { checkReportFile, exitCodeOf, type ReportFlags, shortcomings, writeReport } from './exec-verdict.ts'

export interface ExecFlags extends Flags, ReportFlags {
  readonly env?: readonly string[]
  readonly flow?: Flow
  readonly schedule?: string
  readonly require?: string
  readonly json?: boolean
}

export async function runWithSandbox(command: readonly string[], flags: ExecFlags): Promise<void> {
  const { env = [], reportFile: files = [], failOn = null, flow, schedule, require, json = false, ...settings } = flags
  const environmentFor = commandEnvironment(env)
  for (const file of files) await checkReportFile(file)
  const scheduled = schedule === undefined ? null : await scheduledBy(schedule)
  const { config, sourceOf } = await ownSettings({ ...settings, require: require?.split(',') })
  const demands = { failOn, situations: config.require.includes(allSituations) }
  const { sandbox, access } = await startOwn(config, scheduled, 'exec')
  const childEnvironment = environmentFor(access)
  try {
    const unknown = await sandbox.required.unknown(config.require)
    const place = placeOf(sourceOf('require'))
    if (unknown.length > 0) throw new UsageError(unknown.map((problem) => `${place} ${problem}`))
    let money: MoneyChecked | null = null
    // A server that the command left running is asked before it is ended.
    const whenOver = async () => {
      await scheduled?.runUntilIdle()
      await sandbox.idle()
      money = (await sandbox.oracle?.check()) ?? null
    }
    const ended = await runChild(command, childEnvironment, { whenOver, toStderr: json })
    const own = await reportOf(sandbox, access, { flow, proxies: proxyVariables(childEnvironment) })
    const { findings, notChecked, unasked } = money ?? nothingChecked
    const report = { ...own, findings: [...findings, ...own.findings] }
    const wrongMoney = findings.map(({ rule, evidence }) => `${rule}: ${evidence}`)
    const failed = [...shortcomings(report, demands), ...wrongMoney]
    const neverMet = await sandbox.required.neverMet(config.require, flow)
    process.exitCode = exitCodeOf(ended, [...failed, ...neverMet])
    if (unasked !== null) process.exitCode ||= exitCodes.invalid
    for (const file of files) failed.push(...(await written(file, report, demands)))
    const verdict = { report, failed, neverMet, notChecked, schedule: scheduled === null ? [] : playedIn(scheduled) }
    if (json) process.stdout.write(jsonText(verdict))
    else print(verdict)
  } finally {
    await sandbox.close()
  }
  // Nothing that the command left open keeps this process alive.
  process.exit()
}

const nothingChecked: Pick<MoneyChecked, 'findings' | 'notChecked' | 'unasked'> = {
  findings: [],
  notChecked: [],
  unasked: null,
}

/** Where the required names are from: `--require`, or the key of a file. */
function placeOf(written: SettingSource): string {
  if (written.from === 'default') return 'require'
  return written.from === 'file' ? `${written.name}: require:` : written.name
}

async function scheduledBy(file: string): Promise<ScheduledRun> {
  const [{ readSchedule }, { ScheduledRun }] = await Promise.all([
    import('../../judge/explore/saved-schedules.ts'),
    import('../../judge/explore/scheduled-run.ts'),
  ])
  const scheduled = new ScheduledRun()
  scheduled.play((await readSchedule(file)).schedule)
  return scheduled
}

/** Lists the changes of the schedule, and whether each happened. */
function playedIn(scheduled: ScheduledRun): readonly string[] {
  const reached = scheduled.reached()
  return scheduled.schedule.map(
    (entry) => `${reached.includes(entry) ? 'played' : 'not reached'}: ${sentenceOf([entry])}`,
  )
}

/** The finding of `exec` alone: a command that calls another address would go unnoticed. */
export const noCallReceived = { rule: 'no-call-received', level: 'warning', section: 'spec 4' } as const

async function reportOf(
  sandbox: RunningSandbox,
  { url, apiKey }: Credentials,
  { flow, proxies }: { readonly flow: Flow | undefined; readonly proxies: readonly string[] },
): Promise<Report> {
  const report = await sandbox.report(flow)
  const { arrived, keyless } = sandbox.calls
  // A call without a key is in no business's report, so it is mentioned only if there were no other calls.
  if (arrived > keyless) return report
  const { rule, level, section } = arrived === 0 ? noCallReceived : refusedCall
  const evidence =
    arrived === 0
      ? `no call reached ${prefix}URL (${url}), those under /_sandbox aside: give your code this address as its base_url, for example with --env NAME={url}; turbo hands on only the variables in its passThroughEnv, tox those in its pass_env${proxyAdvice(proxies)}`
      : `no call that reached ${prefix}URL (${url}) had a key that the sandbox accepts (${arrived} had none): give your code ${prefix}API_KEY, for example with --env NAME={apiKey}`
  const finding = { rule, level, section, business: apiKey, transactionId: null, evidence }
  return { ...report, findings: [finding, ...report.findings] }
}

/** The calls may have gone to a proxy, because not every program reads NO_PROXY. */
function proxyAdvice(names: readonly string[]): string {
  if (names.length === 0) return ''
  const set = `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} set`
  const unset = names.map((name) => `-u ${name}`).join(' ')
  return `; or the calls went to a proxy, because ${set}: let your client use no proxy for 127.0.0.1, or run env ${unset} COMMAND`
}

/** Writes the report to a file. A failure to write fails a run that has passed. */
async function written(file: string, report: Report, demands: Demands): Promise<readonly string[]> {
  try {
    await writeReport(file, report, demands)
    return []
  } catch (cause) {
    process.exitCode ||= exitCodes.internal
    return [`the report could not be written to ${file}: ${messageOf(cause)}`]
  }
}

type Reasons = Readonly<Record<'failed' | 'neverMet' | 'notChecked' | 'schedule', readonly string[]>>

function print({ report, failed, neverMet, notChecked, schedule }: Reasons & { readonly report: Report }): void {
  const { paint } = screenOf(process.stderr)
  const lines = [
    ...failed.map((reason) => `${paint('red', 'failed')}: ${printable(reason)}`),
    ...neverMet.map(printable),
    ...notChecked.map((why) => `not checked: ${printable(why)}`),
  ]
  process.stderr.write(schedule.map((line) => `${printable(line)}\n`).join(''))
  process.stderr.write(`\n${reportText(printableOf(report), '', paint)}${lines.map((line) => `${line}\n`).join('')}`)
}
