import type { Command } from 'commander'
import { addClientCommand, type DrivingFlags, print } from '../client/client-command.ts'
import { clientOf, keyOf, urlOf } from '../client/client-options.ts'

export function addOpen(program: Command): void {
  addClientCommand(program, 'open', "Open the sandbox's page in your browser", 'open').action(open)
}

async function open(flags: DrivingFlags): Promise<void> {
  // If no sandbox answers, that is an error here, not a page that the browser cannot load.
  await clientOf(flags).call('GET /_sandbox/health/live')
  const business = flags.key === undefined ? '' : `#/?${new URLSearchParams({ key: keyOf(flags) })}`
  const url = new URL(`/_sandbox/${business}`, urlOf(flags)).href
  print({ url }, flags, () => `${url}\n`)
  const { default: openInBrowser } = await import('open')
  try {
    await openInBrowser(url)
  } catch {
    // A machine without a screen has no such program.
    process.stderr.write('no program here opens addresses: open it in a browser yourself\n')
  }
}
