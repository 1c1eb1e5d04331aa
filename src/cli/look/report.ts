import { type Command, Option } from 'commander'
import type { ControlClient } from '../../control-client.ts'
import { addClientCommand, type DrivingFlags, onBusiness } from '../client/client-command.ts'
import { printableLines } from '../terminal/printable.ts'

const formats = ['text', 'json', 'junit'] as const

interface ReportFlags extends DrivingFlags {
  readonly format?: (typeof formats)[number]
}

/** `payments-sandbox report`: how the merchant's code has behaved so far. */
export function addReport(program: Command): void {
  addClientCommand(
    program,
    'report',
    'How your code has behaved so far: expectations, unused scenarios, findings, what was never exercised',
    'report --format junit > report.xml',
  )
    .addOption(new Option('--format <format>', 'print it as (default: text; --json is json)').choices([...formats]))
    .action(report)
}

async function report({ format, ...flags }: ReportFlags): Promise<void> {
  const wanted = format ?? (flags.json ? 'json' : 'text')
  const text = await onBusiness(flags, (client) => textOf(client, `/_sandbox/report?format=${wanted}`))
  const shown = wanted === 'junit' ? text : printableLines(text)
  process.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`)
}

/** An answer as it is, whatever its type. */
async function textOf(client: ControlClient, path: string): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await client.open(path)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
