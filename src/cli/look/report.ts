import { text as textOf } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import type { Flow } from '../../domain/transaction.ts'
import { addClientCommand, onBusiness } from '../client/client-command.ts'
import type { ClientFlags } from '../client/client-options.ts'
import { coveredFlowOption } from '../settings/setting-options.ts'
import { printableLines } from '../terminal/printable.ts'

interface ReportFlags extends ClientFlags {
  readonly format?: 'text' | 'json' | 'junit'
  readonly flow?: Flow
}

export function addReport(program: Command): void {
  addClientCommand(program, 'report', 'report --format junit > report.xml')
    .description('Show how your code has behaved so far: expectations, unused scenarios, findings, coverage')
    .addOption(
      new Option('--format <format>', 'print it as (default: text; --json is json)').choices(['text', 'json', 'junit']),
    )
    .addOption(coveredFlowOption())
    .action(report)
}

async function report({ format, flow, ...flags }: ReportFlags): Promise<void> {
  const wanted = format ?? (flags.json ? 'json' : 'text')
  const ofFlow = flow === undefined ? '' : `&flow=${flow}`
  const text = await onBusiness(flags, async ({ open }) =>
    textOf(await open(`/_sandbox/report?format=${wanted}&probe=true${ofFlow}`)),
  )
  const shown = wanted === 'junit' ? text : printableLines(text)
  process.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`)
}
