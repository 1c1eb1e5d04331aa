import { type Command, Option } from 'commander'
import type { AnswerOf } from '../../control/routes.ts'
import { ControlFailure, NotRunning } from '../../control-client/failure.ts'
import { durationProblem, parseDuration } from '../../domain/duration.ts'
import { statuses } from '../../domain/transaction.ts'
import { addClientCommand, onBusiness, print } from '../client/client-command.ts'
import { type ClientFlags, clientOf } from '../client/client-options.ts'
import { WaitTimeout } from '../exit.ts'

interface WaitFlags extends ClientFlags {
  readonly status?: (typeof statuses)[number]
  readonly webhook?: boolean
  readonly timeout: string
}

/** How much longer than --timeout an answer may take, in milliseconds: a process that was stopped would never answer. */
const graceMs = 5000

export function addWait(program: Command): void {
  addClientCommand(program, 'wait <id>', 'wait order-1 --status COMPLETED --webhook')
    .description('Wait until a transaction is final. Takes an id or a reference, which may not exist yet')
    .addOption(new Option('--status <status>', 'until it has this status').choices(statuses))
    .option('--webhook', 'until its webhook was answered 2xx')
    .option('--timeout <duration>', 'the longest wait, in real time', '10s')
    .action(wait)
}

async function wait(name: string, { status, webhook = false, timeout, ...flags }: WaitFlags): Promise<void> {
  const shown = flags.json ? {} : { parts: 'record' }
  const wanted = { name, status, timeout, ...shown, ...(webhook ? { webhook: 'true' as const } : {}) }
  // The sandbox says what is wrong with a duration.
  const longestMs = durationProblem(timeout) === null ? parseDuration(timeout) : 0
  const client = clientOf(flags, longestMs + graceMs)
  try {
    const found = await onBusiness(flags, ({ call }) => call('GET /_sandbox/transactions/wait', wanted), client)
    print(found, flags, (transaction) => foundText(transaction, webhook))
  } catch (error) {
    if (error instanceof ControlFailure && error.status === 408) throw new WaitTimeout(error)
    if (error instanceof ControlFailure && error.code === 'draining') throw new NotRunning(client.url)
    throw error
  }
}

function foundText(
  { reference_business: reference, status, webhook }: AnswerOf<'GET /_sandbox/transactions/wait'>,
  isOfWebhook: boolean,
): string {
  const answered = isOfWebhook ? `, and its webhook was answered ${webhook?.answered ?? '2xx'}` : ''
  return `${reference} is ${status}${answered}\n`
}
