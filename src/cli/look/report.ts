import { text as textOf } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import type { ControlClient } from '../../control-client.ts'
import { type Flow, flows } from '../../domain/transaction.ts'
import { addClientCommand, type DrivingFlags, onBusiness } from '../client/client-command.ts'
import { printableLines } from '../terminal/printable.ts'

const formats = ['text', 'json', 'junit'] as const

interface ReportFlags extends DrivingFlags {
  readonly format?: (typeof formats)[number]
  readonly flow?: Flow
}

export function addReport(program: Command): void {
  addClientCommand(
    program,
    'report',
    'Show how your code has behaved so far: expectations, unused scenarios, findings, coverage',
    'report --format junit > report.xml',
  )
    .addOption(new Option('--format <format>', 'print it as (default: text; --json is json)').choices([...formats]))
    .addOption(
      new Option('--flow <flow>', 'count the coverage of this flow (default: every flow that was used)').choices([
        ...flows,
      ]),
    )
    .action(report)
}

async function report({ format, flow, ...flags }: ReportFlags): Promise<void> {
  const wanted = format ?? (flags.json ? 'json' : 'text')
  const ofFlow = flow === undefined ? '' : `&flow=${flow}`
  const open = async (client: ControlClient) =>
    textOf(await client.open(`/_sandbox/report?format=${wanted}&probe=true${ofFlow}`))
  const text = await onBusiness(flags, open)
  const shown = wanted === 'junit' ? text : printableLines(text)
  process.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`)
}
