import type { Command } from 'commander'
import { addClientCommand, printAnswer } from '../client/client-command.ts'
import type { ClientFlags } from '../client/client-options.ts'
import { UsageError } from '../exit.ts'
import { wholeNumber } from '../settings/option-values.ts'
import { UsualOption } from '../settings/usual-option.ts'
import { queueText } from '../text/status-text.ts'

interface UseFlags extends ClientFlags {
  readonly times?: number
  readonly clear?: boolean
}

export function addUse(program: Command): void {
  addClientCommand(program, 'use [scenario]', 'use wrong-pin --times 2\n  $ payments-sandbox use --clear')
    .description('Queue a scenario for the next create call that it fits, or empty the queue')
    .addOption(new UsualOption('--times <number>', 'for so many create calls', '1').argParser(wholeNumber))
    .option('--clear', 'empty the queue')
    .action(use)
}

function use(name: string | undefined, { times, clear, ...flags }: UseFlags): Promise<void> {
  if (clear) {
    if (name !== undefined || times !== undefined) throw new UsageError('--clear empties the queue: leave the rest out')
    return printAnswer(
      flags,
      ({ call }) => call('DELETE /_sandbox/scenarios/queue'),
      () => 'the queue: empty\n',
    )
  }
  if (name === undefined)
    throw new UsageError('Name a scenario, such as wrong-pin, or write --clear to empty the queue')
  const next = times === undefined || times === 1 ? 'the next create call' : `the next ${times} create calls`
  return printAnswer(
    flags,
    ({ call }) => call('POST /_sandbox/scenarios/queue', { use: name, times }),
    ({ data }) => `queued ${name} for ${next} that it fits; the queue: ${queueText(data)}\n`,
  )
}
