import { text as textOf } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { everyBusiness } from '../../domain/keys.ts'
import type { Flow } from '../../domain/transaction.ts'
import { moneyRules } from '../../judge/rules/table.ts'
import type { Demands } from '../../report/junit.ts'
import type { EveryReport, Report } from '../../report/report.ts'
import { everyReportText, reportText } from '../../report/text.ts'
import { wallMs } from '../../time.ts'
import { addClientCommand, onBusiness, print } from '../client/client-command.ts'
import type { ClientFlags } from '../client/client-options.ts'
import { nextCommand } from '../client/next-command.ts'
import { exitCodes } from '../exit.ts'
import { shortcomings } from '../judge/exec-verdict.ts'
import { addFailOn, situationsFlowOption } from '../settings/setting-options.ts'
import { printableOf } from '../terminal/printable.ts'

interface ReportFlags extends ClientFlags, Partial<Pick<Demands, 'failOn'>> {
  readonly format?: 'text' | 'json' | 'junit'
  readonly flow?: Flow
}

export function addReport(program: Command): void {
  addFailOn(addClientCommand(program, 'report', 'report --format junit > report.xml'))
    .description(
      'Show how your code has behaved so far: expectations, unused scenarios, findings, situations. With --key all for every business that had a call',
    )
    .addOption(
      new Option('--format <format>', 'print it as (default: text; --json is json)').choices(['text', 'json', 'junit']),
    )
    .addOption(situationsFlowOption())
    .action(report)
}

async function report({ format, flow, key, json = false, failOn = null, ...server }: ReportFlags) {
  const ofAll = key === everyBusiness
  const flags = ofAll || key === undefined ? server : { ...server, key }
  const asked = { probe: 'true', ...(flow && { flow }), ...(ofAll && { key }) }
  const path = `/_sandbox/report?${new URLSearchParams(asked)}`
  const answer: Report | EveryReport = JSON.parse(await onBusiness(flags, async ({ open }) => textOf(await open(path))))
  const reports = 'businesses' in answer ? answer.businesses : [answer]
  const demands = { failOn, situations: false }
  if (reports.some((each) => isFailed(each, demands))) process.exitCode = exitCodes.expectations
  const wanted = format ?? (json ? 'json' : 'text')
  if (wanted === 'json') return print(answer, { json: true }, () => '')
  if (wanted === 'text') {
    const next = nextCommand(server, { do: 'report-all' })
    const safe = printableOf(answer)
    const text = 'businesses' in safe ? everyReportText(safe.businesses) : reportText(safe, next)
    return void process.stdout.write(text)
  }
  const { junitText } = await import('../../report/junit.ts')
  process.stdout.write(junitText(printableOf(reports), demands, wallMs()))
}

/** The rule of `exec`: an expectation, a queued scenario, a demand or, by the probe, the money is not as it should be. */
function isFailed(report: Report, demands: Demands): boolean {
  return shortcomings(report, demands).length > 0 || report.findings.some(({ rule }) => moneyRules.includes(rule))
}
