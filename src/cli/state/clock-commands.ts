import type { Command } from 'commander'
import type { AdvancedView } from '../../control/clock/advanced-view.ts'
import type { ClockView } from '../../control/clock/clock-view.ts'
import type { ControlClient } from '../../control-client.ts'
import { addClientCommand, type DrivingFlags, printAnswer, warnIfEmpty } from '../client/client-command.ts'
import { nextCommand } from '../client/next-command.ts'
import { withProgress } from '../client/progress.ts'
import { numberLike } from '../settings/option-values.ts'
import { clockText } from '../text/clock-text.ts'
import { happenedLines } from '../text/live-lines.ts'

export function addClockCommands(program: Command): void {
  addClientCommand(
    program,
    'advance <duration>',
    "Move a business's time forward and run all that falls due. Ends when the webhooks were answered",
    'advance 30m',
  ).action((by: string, flags: DrivingFlags) =>
    move(`advancing ${by}`, flags, (client) => client.call('POST /_sandbox/clock/advance', { by })),
  )
  addClientCommand(
    program,
    'run-until-idle',
    "Move a business's time from one due job to the next, until none is left",
    'run-until-idle --limit 1d',
  )
    .option('--limit <duration>', 'go no further than this (default: 7d)')
    .action(({ limit, ...flags }: DrivingFlags & { readonly limit?: string }) =>
      move('running until idle', flags, (client) => client.call('POST /_sandbox/clock/run-until-idle', { limit })),
    )
  addClientCommand(program, 'freeze', "Stop a business's time. advance still moves it", 'freeze').action(
    (flags: DrivingFlags) => set(flags, (client) => client.call('POST /_sandbox/clock/freeze')),
  )
  addClientCommand(program, 'resume', "Let a business's time run again", 'resume --rate 60')
    .option('--rate <number>', 'how many times as fast as real time (default: as before)', rateOf)
    .action(({ rate, ...flags }: DrivingFlags & { readonly rate?: number }) =>
      set(flags, (client) => client.call('POST /_sandbox/clock/resume', { rate })),
    )
  addClientCommand(
    program,
    'reset',
    'Start a business again. Ids repeat, so empty the table in which your own code remembers them',
    'reset --key test_shop',
  )
    .option('--drop', 'delete a sealed business and its snapshots, as if its key had never been used')
    .action(({ drop = false, ...flags }: DrivingFlags & { readonly drop?: boolean }) =>
      printAnswer(
        flags,
        (client) => client.call('POST /_sandbox/reset', { drop }),
        ({ key }) => (drop ? `dropped ${key}\n` : 'reset: no transactions, wallets at their opening balances\n'),
      ),
    )
}

function set(flags: DrivingFlags, call: (client: ControlClient) => Promise<ClockView>): Promise<void> {
  return printAnswer(flags, call, (clock) => `clock ${clockText(clock)}\n`)
}

const rateOf = numberLike(/^\d+(?:\.\d+)?$/, 'It is not a number such as 60 or 0.5.')

async function move(
  what: string,
  flags: DrivingFlags,
  call: (client: ControlClient) => Promise<AdvancedView>,
): Promise<void> {
  const explain = nextCommand(flags, ['explain', 'REFERENCE'])
  await printAnswer(
    flags,
    (client) => withProgress(client, what, call(client)),
    (moved, screen) => `${leftOut(moved, explain)}${happenedLines(moved.events, screen)}now ${moved.now}\n`,
  )
  await warnIfEmpty(flags)
}

function leftOut({ events, eventsTotal }: AdvancedView, explain: string): string {
  const earlier = eventsTotal - events.length
  return earlier === 0
    ? ''
    : `the newest ${events.length} of ${eventsTotal} events; ${explain} shows all of a transaction\n`
}
