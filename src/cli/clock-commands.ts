import type { Command } from 'commander'
import { addClientOptions, type ClientFlags, clientOf } from './client-options.ts'
import { tellBusier } from './tell-busier.ts'

interface TimeFlags extends ClientFlags {
  readonly json?: boolean
  readonly limit?: string
}

interface Advanced {
  readonly now: string
  readonly events: readonly { readonly at: string; readonly event: string; readonly transactionId: string }[]
}

/** `payments-sandbox advance`, `run-until-idle` and `reset`. */
export function addClockCommands(program: Command): void {
  addClientOptions(program.command('advance <duration>'))
    .description("Move a business's time, running all that falls due; ends when the webhooks were answered")
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox advance 30m')
    .action(async (by: string, flags: TimeFlags) => {
      print(await clientOf(flags).post('/_sandbox/clock/advance', { by }), flags)
      await tellBusier(flags)
    })
  addClientOptions(program.command('run-until-idle'))
    .description('Jump from due job to due job until none is left')
    .option('--limit <duration>', 'go no further than this (default: 7d)')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox run-until-idle --limit 1d')
    .action(async ({ limit, ...flags }: TimeFlags) => {
      const body = limit === undefined ? {} : { limit }
      print(await clientOf(flags).post('/_sandbox/clock/run-until-idle', body), flags)
      await tellBusier(flags)
    })
  addClientOptions(program.command('reset'))
    .description('Start a business again; ids repeat, so your own dedupe table will know them')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox reset --key test_shop')
    .action(async (flags: TimeFlags) => {
      const answer = await clientOf(flags).post('/_sandbox/reset')
      process.stdout.write(
        flags.json ? `${JSON.stringify(answer)}\n` : 'reset: no transactions, wallets at their opening balances\n',
      )
    })
}

function print(answer: unknown, { json = false }: TimeFlags): void {
  if (json) return void process.stdout.write(`${JSON.stringify(answer)}\n`)
  const { now, events } = answer as Advanced
  for (const { at, event, transactionId, ...facts } of events) {
    const told = Object.entries(facts)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')
    process.stdout.write(`${at}  ${transactionId}  ${event.padEnd(18)} ${told}\n`)
  }
  process.stdout.write(`now ${now}\n`)
}
