import type { Command } from 'commander'
import { addClientOptions } from '../client/client-options.ts'
import { exampleText } from '../text/example-text.ts'
import type { McpFlags } from './run-mcp.ts'

export function addMcp(program: Command): void {
  addClientOptions(program.command('mcp'))
    .description('Serve the sandbox to a coding agent, as an MCP server over standard input and output')
    .option('--callback-url <url>', 'where webhooks go when a request names no callbackURL')
    .option('--remote', 'let the agent change a sandbox on another machine')
    .option('--json', 'print errors as JSON; what is served is JSON anyway')
    .addHelpText(
      'after',
      exampleText('mcp', 'Without --url: the sandbox at http://127.0.0.1:4747, or one in memory if none runs there.'),
    )
    .action(async (flags: McpFlags) => {
      const { runMcp } = await import('./run-mcp.ts')
      await runMcp(flags)
    })
}
