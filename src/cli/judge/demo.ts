import type { Command } from 'commander'
import { exampleText } from '../text/example-text.ts'
import type { DemoFlags } from './run-demo.ts'

const notes = 'The shop is fixtures/demo/shop.mjs of this package. It and its sandbox take free ports. Exit code: 0.'

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('Audit a small shop that credits twice, see the row that finds it and the lines to mend: 15 seconds')
    .option('--all', 'list the rows that are ok, too')
    .option('--json', 'print the rows, the lines and the advice as JSON')
    .addHelpText('after', exampleText(['demo'], notes))
    .action(async (flags: DemoFlags) => {
      const { runDemo } = await import('./run-demo.ts')
      await runDemo(flags)
    })
}
