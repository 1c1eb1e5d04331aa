import { type Command, InvalidArgumentError } from 'commander'
import type { ControlClient } from '../../control-client.ts'
import { addClientCommand, type DrivingFlags, onBusiness, print } from '../client/client-command.ts'
import { tellBusier } from '../client/empty-business.ts'
import { withProgress } from '../client/progress.ts'
import { type Clock, clockText } from '../text/clock-text.ts'
import { eventLines } from '../text/event-lines.ts'

interface Advanced {
  readonly now: string
  readonly events: readonly { readonly at: string; readonly event: string; readonly reference: string }[]
}

/** `payments-sandbox advance`, `run-until-idle`, `freeze`, `resume` and `reset`. */
export function addClockCommands(program: Command): void {
  addClientCommand(
    program,
    'advance <duration>',
    "Move a business's time, running all that falls due; ends when the webhooks were answered",
    'advance 30m',
  ).action((by: string, flags: DrivingFlags) => move('advance', { by }, `advancing ${by}`, flags))
  addClientCommand(
    program,
    'run-until-idle',
    'Jump from due job to due job until none is left',
    'run-until-idle --limit 1d',
  )
    .option('--limit <duration>', 'go no further than this (default: 7d)')
    .action(({ limit, ...flags }: DrivingFlags & { readonly limit?: string }) =>
      move('run-until-idle', limit === undefined ? {} : { limit }, 'running until idle', flags),
    )
  addClientCommand(program, 'freeze', "Stop a business's time; advance still moves it", 'freeze').action(
    (flags: DrivingFlags) => set('freeze', {}, flags),
  )
  addClientCommand(program, 'resume', "Let a business's time run on from where it stands", 'resume --rate 60')
    .option('--rate <number>', 'so many times as fast as real time (default: as fast as before)', rateOf)
    .action(({ rate, ...flags }: DrivingFlags & { readonly rate?: number }) =>
      set('resume', rate === undefined ? {} : { rate }, flags),
    )
  addClientCommand(
    program,
    'reset',
    'Start a business again; ids repeat, so your own dedupe table will know them',
    'reset --key test_shop',
  ).action(async (flags: DrivingFlags) => {
    const answer = await onBusiness(flags, (client) => client.post('/_sandbox/reset'))
    print(answer, flags, () => 'reset: no transactions, wallets at their opening balances\n')
  })
}

async function set(how: string, body: object, flags: DrivingFlags): Promise<void> {
  const clock = (await onBusiness(flags, (client) => client.post(`/_sandbox/clock/${how}`, body))) as Clock
  print(clock, flags, () => `clock ${clockText(clock)}\n`)
}

function rateOf(text: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is not a number such as 60 or 0.5.')
}

async function move(how: string, body: object, what: string, flags: DrivingFlags): Promise<void> {
  const moving = (client: ControlClient) =>
    withProgress(client, what, client.post(`/_sandbox/clock/${how}`, body) as Promise<Advanced>)
  const answer = await onBusiness(flags, moving)
  print(answer, flags, ({ events, now }, screen) => `${eventLines(events, screen)}now ${now}\n`)
  await tellBusier(flags)
}
