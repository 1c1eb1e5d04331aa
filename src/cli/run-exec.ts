import { constants } from 'node:os'
import type { Report } from '../report/report.ts'
import { reportText } from '../report/text.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'
import { environment, prefix } from './environment.ts'
import { exitCodes, UsageError } from './exit.ts'
import { createLog } from './log.ts'
import { painterOf } from './paint.ts'
import { printable } from './printable.ts'
import { checkReportFile, demandsOf, type ReportFlags, shortcomings, writeReport } from './report-demands.ts'
import { type Flags, resolveConfig } from './resolve-config.ts'
import { CannotRun, type Ended, runChild } from './run-child.ts'

const apiKey = 'test_sandbox'

/** What `exec` is told. */
export interface ExecFlags extends Flags, ReportFlags {
  readonly env?: readonly string[]
}

/** Runs a command with a sandbox of its own in memory, tells how it went, and ends this process. */
export async function runExec(command: readonly string[], flags: ExecFlags): Promise<void> {
  const { env = [], reportFile, failOn, minCoverage, ...settings } = flags
  const variables = env.map(variableOf)
  if (reportFile !== undefined) await checkReportFile(reportFile)
  const demands = demandsOf(flags)
  const sandbox = await start(settings)
  try {
    const { code, signal } = await runChild(command, environmentOf(sandbox, variables)).catch(whatAShellSays)
    await sandbox.settled()
    const report = sandbox.report()
    const reasons = shortcomings(report, demands)
    const paint = painterOf(process.stderr)
    process.stderr.write(`\n${reportText(forTerminal(report), paint)}`)
    for (const reason of reasons) process.stderr.write(`${paint('red', 'failed')}: ${reason}\n`)
    if (reportFile !== undefined) await writeReport(reportFile, report, demands)
    process.exitCode = signal === null ? (code ?? 0) : 128 + constants.signals[signal]
    if (process.exitCode === 0 && reasons.length > 0) process.exitCode = exitCodes.expectations
  } finally {
    await sandbox.close()
  }
  // Nothing that the command left open keeps this process alive.
  process.exit()
}

async function start(settings: Flags): Promise<RunningSandbox> {
  const config = await resolveConfig({ ...settings, data: ':memory:', port: 0 })
  return startSandbox(config, await createLog({ quiet: true }), { keepsChapters: true })
}

/** What others sent, such as references, without characters that a terminal obeys. */
function forTerminal(report: Report): Report {
  return JSON.parse(JSON.stringify(report), (_key, value) => (typeof value === 'string' ? printable(value) : value))
}

function whatAShellSays(error: unknown): Ended {
  if (!(error instanceof CannotRun)) throw error
  process.stderr.write(`${error.message}\n`)
  return { code: error.code, signal: null }
}

interface Variable {
  readonly name: string
  readonly template: string
}

const placeholders = ['url', 'apiKey', 'webhookSecret'] as const

function variableOf(text: string): Variable {
  const [, name, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
  if (name === undefined || template === undefined) {
    throw new UsageError(`--env ${text}: write NAME=value, for example PAYMENTS_BASE_URL={url}`)
  }
  for (const [whole, inside = ''] of template.matchAll(/\{(\w*)\}/g)) {
    if (placeholders.some((known) => known === inside)) continue
    throw new UsageError(`--env ${text}: ${whole} stands for nothing; write {url}, {apiKey} or {webhookSecret}`)
  }
  return { name, template }
}

function environmentOf(sandbox: RunningSandbox, variables: readonly Variable[]): Record<string, string> {
  const values = { url: sandbox.url, apiKey, webhookSecret: sandbox.webhookSecret(apiKey) }
  const fill = (template: string) =>
    template.replaceAll(/\{(\w+)\}/g, (whole, name) =>
      Object.hasOwn(values, name) ? values[name as keyof typeof values] : whole,
    )
  const inherited = Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return {
    ...Object.fromEntries(inherited),
    [`${prefix}URL`]: values.url,
    [`${prefix}API_KEY`]: values.apiKey,
    [`${prefix}WEBHOOK_SECRET`]: values.webhookSecret,
    ...Object.fromEntries(variables.map(({ name, template }) => [name, fill(template)])),
  }
}
