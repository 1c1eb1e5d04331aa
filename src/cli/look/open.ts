import type { Command } from 'commander'
import { addClientCommand, print } from '../client/client-command.ts'
import { type ClientFlags, clientOf } from '../client/client-options.ts'

export function addOpen(program: Command): void {
  addClientCommand(program, 'open', 'open').description("Open the sandbox's page in your browser").action(open)
}

async function open(flags: ClientFlags): Promise<void> {
  const client = clientOf(flags)
  // If no sandbox answers, that is an error here, not a page that the browser cannot load.
  await client.call('GET /_sandbox/health/live')
  const business = flags.key === undefined ? '' : `#/?${new URLSearchParams({ key: client.key })}`
  const url = new URL(`/_sandbox/${business}`, client.url).href
  print({ url }, flags, () => `${url}\n`)
  const { default: openInBrowser } = await import('open')
  try {
    await openInBrowser(url)
  } catch {
    // A machine without a screen has no such program.
    process.stderr.write('no program here opens addresses: open it in a browser yourself\n')
  }
}
