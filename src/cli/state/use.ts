import type { Command } from 'commander'
import { addClientCommand, type DrivingFlags, onBusiness, print } from '../client/client-command.ts'
import { wholeNumber } from '../settings/option-values.ts'
import { queueText } from '../text/queue-text.ts'

interface UseFlags extends DrivingFlags {
  readonly times?: number
}

/** `payments-sandbox use`: what happens to the next request. */
export function addUse(program: Command): void {
  addClientCommand(
    program,
    'use <scenario>',
    'Queue a scenario for the next create call of a business, whatever it asks for',
    'use wrong-pin --times 2',
  )
    .option('--times <number>', 'for so many create calls (default: 1)', wholeNumber)
    .action(use)
}

async function use(name: string, { times = 1, ...flags }: UseFlags): Promise<void> {
  const body = { use: name, times }
  const answer = await onBusiness(flags, (client) => client.call('POST /_sandbox/scenarios/queue', body))
  const next = times === 1 ? 'the next create call' : `the next ${times} create calls`
  print(answer, flags, ({ data }) => `queued ${name} for ${next}; the queue: ${queueText(data)}\n`)
}
