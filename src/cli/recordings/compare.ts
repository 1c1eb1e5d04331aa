import type { Command } from 'commander'
import { collect } from '../settings/option-values.ts'
import { exampleText } from '../text/example-text.ts'
import type { CompareFlags } from './run-compare.ts'

const notes = `A recording is a HAR file, or NDJSON with one call a line. compare only reads it: it makes no network connection.
Exit code: 0 if all that was seen is the same, or was settled by --write-config; 5 if differences are left; 3 if a recording cannot be used.`

export function addCompare(program: Command): void {
  program
    .command('compare')
    .argument('<file...>', 'recordings of the test mode that you have')
    .description('Compare recordings of the real test mode with the sandbox, decision by decision')
    .option('--config <file>', 'config file with the settings of the business, as for start')
    .option('--write-config <file>', 'add the settings that make it the same to this config file')
    .option(
      '--report-file <file>',
      'write the table into a file too: JUnit XML (.xml) or JSON (.json); can be given several times',
      collect,
    )
    .option('--json', 'print the table as JSON')
    .addHelpText(
      'after',
      exampleText(
        ['compare recording.har', 'compare recording.har --write-config payments-sandbox.config.yaml'],
        notes,
      ),
    )
    .action(async (files: readonly string[], flags: CompareFlags) => {
      const { runCompare } = await import('./run-compare.ts')
      await runCompare(files, flags)
    })
}
