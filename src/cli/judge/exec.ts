import type { Command } from 'commander'
import { prefix } from '../environment.ts'
import { collect, portNumber } from '../settings/option-values.ts'
import { addBehaviourOptions, addEnvOption, addFailOn, situationsFlowOption } from '../settings/setting-options.ts'
import { exampleText } from '../text/example-text.ts'
import type { ExecFlags } from './run-with-sandbox.ts'

export function addExec(program: Command): void {
  addFailOn(addEnvOption(addBehaviourOptions(program.command('exec'))))
    .argument('<command...>', 'what to run, after --')
    .usage('[options] -- <command> [arguments]')
    .description('Run a command, such as your tests, with a sandbox of its own in memory. Then print a report')
    .option(
      '--report-file <file>',
      'write the report into a file too: JUnit XML (.xml) or JSON (.json); can be given several times',
      collect,
    )
    .option('--port <number>', 'port of the sandbox, for a shop that keeps running (default: a free one)', portNumber)
    .option('--schedule <file>', 'play a schedule that explore saved')
    .option(
      '--require <names>',
      'what the run must meet, with commas between: situations (all that the report lists), or names of results, webhook faults or scenarios',
    )
    .addOption(situationsFlowOption())
    .option('--json', 'print the report as JSON; what the command prints goes to stderr')
    .addHelpText('after', exampleText(example, notes))
    .action(async (command: readonly string[], flags: ExecFlags) => {
      const { runWithSandbox } = await import('./run-with-sandbox.ts')
      await runWithSandbox(command, flags)
    })
}

const notes = `The command finds the sandbox in ${prefix}URL, ${prefix}API_KEY and ${prefix}WEBHOOK_SECRET.
Exit code: the command's own when it is not 0; else 5 when an expectation is not met, a queued scenario was never used,
or --fail-on or --require is not satisfied.`

const example = 'exec --env PAYMENTS_BASE_URL={url} --report-file report.xml -- npm test'
