import type { Command } from 'commander'
import { collect, portNumber } from '../settings/option-values.ts'
import { UsualOption } from '../settings/usual-option.ts'
import { exampleText } from '../text/example-text.ts'
import type { AuditFlags } from './run-audit.ts'

const notes = `Start the shop with the sandbox as its base URL; audit starts the sandbox, with a frozen clock that it moves itself.
Exit code: 0 if no row FAILED, 5 with any FAILED, 7 if a row was not played or nothing was checked, 2 if the plan is wrong, 3 if
the shop or the probe cannot be used.`

export function addAudit(program: Command): void {
  program
    .command('audit')
    .description(
      'Check a running shop: order and withdraw, let payments fail and webhooks come twice, late or forged, and compare the books',
    )
    .option('--plan <file>', 'how to order and what to ask')
    .option('--example', 'print a plan with comments')
    .option('--config <file>', 'config file with the settings of the business, as for start')
    .addOption(
      new UsualOption('--port <number>', 'port of the sandbox that the shop calls', '4747').argParser(portNumber),
    )
    .addOption(new UsualOption('--key <key>', 'API key that the shop uses', 'test_sandbox'))
    .option(
      '--report-file <file>',
      'write the report into a file too: JUnit XML (.xml) or JSON (.json); can be given several times',
      collect,
    )
    .option('--only <rows>', 'play the first row and these, with commas between, such as webhook-twice,no signature')
    .option('--partial', 'end with 0 also if the shop did not play some rows')
    .option('--all', 'list the rows that are ok, too')
    .option('--json', 'print the rows as JSON')
    .addHelpText('after', exampleText(['audit --example > audit.yaml', 'audit --plan audit.yaml'], notes))
    .action(async (flags: AuditFlags) => {
      const { runAudit } = await import('./run-audit.ts')
      await runAudit(flags)
    })
}
