import type { Command } from 'commander'
import type { AdvancedView } from '../../control/clock/advanced-view.ts'
import type { ClockView } from '../../control/clock/clock-view.ts'
import { addClientCommand, printAndWarn, printAnswer } from '../client/client-command.ts'
import type { ClientFlags, CommandClient } from '../client/client-options.ts'
import { nextCommand } from '../client/next-command.ts'
import { withProgress } from '../client/progress.ts'
import { numberLike } from '../settings/option-values.ts'
import { UsualOption } from '../settings/usual-option.ts'
import type { Screen } from '../terminal/screen.ts'
import { happenedLines } from '../text/live-lines.ts'
import { clockText } from '../text/status-text.ts'

export function addClockCommands(program: Command): void {
  addClientCommand(program, 'advance <duration>', 'advance 30m')
    .description("Move a business's time forward and run all that falls due. Ends when the webhooks were answered")
    .action((by: string, flags: ClientFlags) =>
      move(`advancing ${by}`, flags, ({ call }) => call('POST /_sandbox/clock/advance', { by })),
    )
  addClientCommand(program, 'run-until-idle', 'run-until-idle --limit 1d')
    .description("Move a business's time from one due job to the next, until none is left")
    .addOption(new UsualOption('--limit <duration>', 'go no further than this', '7d'))
    .action(({ limit, ...flags }: ClientFlags & { readonly limit?: string }) =>
      move('running until idle', flags, ({ call }) => call('POST /_sandbox/clock/run-until-idle', { limit })),
    )
  addClientCommand(program, 'freeze', 'freeze')
    .description("Stop a business's time. advance still moves it")
    .action((flags: ClientFlags) => printAnswer(flags, ({ call }) => call('POST /_sandbox/clock/freeze'), setText))
  addClientCommand(program, 'resume', 'resume --rate 60')
    .description("Let a business's time run again")
    .option('--rate <number>', 'how many times as fast as real time (default: as before)', rateOf)
    .action(({ rate, ...flags }: ClientFlags & { readonly rate?: number }) =>
      printAnswer(flags, ({ call }) => call('POST /_sandbox/clock/resume', { rate }), setText),
    )
  addClientCommand(program, 'reset', 'reset --key test_shop')
    .description('Start a business again. Ids repeat, so empty the table in which your own code remembers them')
    .option('--drop', 'delete a sealed business and its snapshots, as if its key had never been used')
    .action(({ drop = false, ...flags }: ClientFlags & { readonly drop?: boolean }) =>
      printAnswer(
        flags,
        ({ call }) => call('POST /_sandbox/reset', { drop }),
        ({ key }) => (drop ? `dropped ${key}\n` : 'reset: no transactions, wallets at their opening balances\n'),
      ),
    )
}

const rateOf = numberLike(/^\d+(?:\.\d+)?$/, 'It is not a number such as 60 or 0.5.')

function setText(clock: ClockView): string {
  return `clock ${clockText(clock)}\n`
}

function move(what: string, flags: ClientFlags, call: (client: CommandClient) => Promise<AdvancedView>): Promise<void> {
  const movedText = ({ now, events, eventsTotal }: AdvancedView, screen: Screen) => {
    const explain = `${nextCommand(flags, { do: 'explain', transaction: 'REFERENCE' })} shows all of a transaction`
    const isCut = eventsTotal > events.length
    const leftOut = isCut ? `the newest ${events.length} of ${eventsTotal} events; ${explain}\n` : ''
    return `${leftOut}${happenedLines(events, screen)}now ${now}\n`
  }
  return printAndWarn(flags, (client) => withProgress(client, what, call(client)), movedText)
}
