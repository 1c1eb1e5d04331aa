import type { Command } from 'commander'
import { addSettingOptions } from '../settings/setting-options.ts'
import { exampleText } from '../text/example-text.ts'
import type { StartFlags } from './run-until-stopped.ts'

export function addStart(program: Command): void {
  addSettingOptions(program.command('start'))
    .description('Start the sandbox')
    // Not --env-file: Node takes an option of that name for itself.
    .option(
      '--write-env <file>',
      'write URL, API key and webhook secret into a file for your own program; the sandbox removes it when it stops',
    )
    .option('--port-file <file>', 'write the port into a file; the sandbox removes it when it stops')
    .option('--json', 'print NDJSON; the first line has url, port, pid, apiKey, webhookSecret and seed')
    .option('--quiet', 'print no banner and no hints')
    .addHelpText('after', exampleText('start --clock frozen --callback-url http://localhost:3000/webhooks'))
    .action(async (flags: StartFlags) => {
      const { runSandbox } = await import('./run-until-stopped.ts')
      await runSandbox(flags)
    })
}
