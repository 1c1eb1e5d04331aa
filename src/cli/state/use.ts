import type { Command } from 'commander'
import { addClientCommand, type DrivingFlags, onBusiness, printJson } from '../client/client-command.ts'
import { wholeNumber } from '../settings/option-values.ts'
import { type Queued, queueText } from '../text/queue-text.ts'

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
  const answer = await onBusiness(flags, (client) => client.post('/_sandbox/scenarios/queue', { use: name, times }))
  if (flags.json) return printJson(answer)
  const { data } = answer as { readonly data: readonly Queued[] }
  const next = times === 1 ? 'the next create call' : `the next ${times} create calls`
  process.stdout.write(`queued ${name} for ${next}; the queue: ${queueText(data)}\n`)
}
