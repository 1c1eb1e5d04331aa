import { type Command, Option } from 'commander'
import { collect, portNumber } from '../settings/option-values.ts'
import { exampleText } from '../text/example-text.ts'
import type { RecordFlags } from './run-record.ts'

const notes = `Point your shop's base URL at the port. Calls go to --to and its answers come back unchanged; each call is written. A call
with a live_ key is refused. Written are the fields of the specification; of all else the names, and the forms of values.
Keys are replaced, as are names, numbers and free texts of customers.`

export function addRecord(program: Command): void {
  program
    .command('record')
    .description('Record what the real test mode of the service answers, into a HAR file without secrets')
    .requiredOption('--to <url>', 'address of the service in test mode')
    .option('--port <number>', 'port that your shop calls; 0 takes a free one', portNumber, 4747)
    .option('--out <file>', 'file to write; it must not exist yet', 'recording.har')
    .option('--webhooks <port>', 'port to receive webhooks on, where your tunnel leads', portNumber)
    .addOption(
      new Option(
        '--forward-to <url>',
        'pass each webhook on to this address, and answer what it answers (needs --webhooks)',
      ),
    )
    .option('--keep <field>', 'write the values of a further field; can be given several times', collect)
    .option('--keep-personal', 'write names, numbers and free texts of customers as they are')
    .option('--json', 'print each line as JSON')
    .addHelpText(
      'after',
      exampleText(
        [
          'record --to https://api.example.com',
          'record --to https://api.example.com --webhooks 4849 --forward-to localhost:3000/webhooks',
        ],
        notes,
      ),
    )
    .action(async (flags: RecordFlags) => {
      const { runRecord } = await import('./run-record.ts')
      await runRecord(flags)
    })
}
