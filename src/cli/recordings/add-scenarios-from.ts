import type { Command } from 'commander'
import { collect } from '../settings/option-values.ts'
import { exampleText } from '../text/example-text.ts'
import type { FromFlags } from './scenarios-from.ts'

const notes = `Each create call of the recording becomes a scenario that plays for its reference: how the call was answered, how the
transaction ended and when, and how the webhook came. What a scenario cannot say is a comment that names the entry.
Exit code: 3 if the recording cannot be used.`

export function addScenariosFrom(group: Command): void {
  group
    .command('from')
    .argument('<file>', 'a recording of the test mode that you have, as for compare')
    .description('Make scenarios from the transactions of a recording')
    .option('--reference <reference>', 'only the transaction with this reference; can be given several times', collect)
    .option('--out <file>', 'write them into this file (default: print them)')
    .option('--json', 'print the file as a text in JSON')
    .addHelpText(
      'after',
      exampleText('scenarios from recording.har --reference order-7 --out scenarios/recorded.yaml', notes),
    )
    .action(async (file: string, flags: FromFlags) => {
      const { runScenariosFrom } = await import('./scenarios-from.ts')
      await runScenariosFrom(file, flags)
    })
}
