import { type Command, Option } from 'commander'
import type { AnswerOf, InputOf } from '../../control/routes.ts'
import { ControlFailure, NotRunning } from '../../control-client/failure.ts'
import { statuses } from '../../domain/transaction.ts'
import { addClientCommand, type DrivingFlags, onBusiness, print } from '../client/client-command.ts'
import { urlOf } from '../client/client-options.ts'
import { WaitTimeout } from '../exit.ts'

interface WaitFlags extends DrivingFlags {
  readonly status?: (typeof statuses)[number]
  readonly webhook?: boolean
  readonly timeout: string
}

/** `payments-sandbox wait`: what a script waits for, without asking again and again. */
export function addWait(program: Command): void {
  addClientCommand(
    program,
    'wait <id>',
    'Wait until a transaction is final. Takes an id or a reference, which may not exist yet',
    'wait order-1 --status COMPLETED --webhook',
  )
    .addOption(new Option('--status <status>', 'until it has this status').choices(statuses))
    .option('--webhook', 'until its webhook was answered 2xx')
    .option('--timeout <duration>', 'the longest wait, in real time', '10s')
    .action(async (name: string, { status, webhook = false, timeout, ...flags }: WaitFlags) => {
      const wanted = { name, status, timeout, ...(webhook ? { webhook: 'true' as const } : {}) }
      print(await waited(flags, wanted), flags, (transaction) => asWantedText(transaction, webhook))
    })
}

async function waited(flags: DrivingFlags, wanted: InputOf<'GET /_sandbox/transactions/wait'>): Promise<Transaction> {
  try {
    return await onBusiness(flags, (client) => client.call('GET /_sandbox/transactions/wait', wanted))
  } catch (error) {
    if (error instanceof ControlFailure && error.status === 408) throw new WaitTimeout(error)
    if (error instanceof ControlFailure && error.code === 'draining') throw new NotRunning(urlOf(flags))
    throw error
  }
}

type Transaction = AnswerOf<'GET /_sandbox/transactions/wait'>

function asWantedText({ reference_business: reference, status, webhook }: Transaction, isOfWebhook: boolean): string {
  const answered = isOfWebhook ? `, and its webhook was answered ${webhook?.answered ?? '2xx'}` : ''
  return `${reference} is ${status}${answered}\n`
}
