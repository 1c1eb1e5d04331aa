import type { Command } from 'commander'
import { ControlFailure } from '../../control-client/failure.ts'
import { addClientCommand, type DrivingFlags, printAnswer } from '../client/client-command.ts'
import type { CommandClient } from '../client/client-options.ts'
import { findTransaction } from '../client/find-transaction.ts'
import { withProgress } from '../client/progress.ts'
import { actedText } from '../text/transaction-text.ts'

export function addPhoneCommands(program: Command): void {
  addClientCommand(
    program,
    'pin <number> <pin>',
    'Type a PIN into the newest open prompt of a phone. 0000 is right, unless the setting pin names another',
    'pin 0241234567 0000',
  )
    .option('--transaction <transaction>', 'type it into the prompt of this one: an id or a reference')
    .action(typePin)
  addClientCommand(
    program,
    'otp <number>',
    'Print the newest OTP of a phone that a transaction still waits for',
    'otp 0241234567 --wait 10s',
  )
    .option('--wait <duration>', 'wait for one, at most so long, in real time')
    .action(printOtp)
}

function typePin(number: string, pin: string, flags: DrivingFlags & { readonly transaction?: string }): Promise<void> {
  const type = async (client: CommandClient) => {
    const { transaction } = flags
    const one = transaction === undefined ? {} : { transactionId: (await findTransaction(client, transaction)).id }
    return client.call('POST /_sandbox/phones/{number}/pin', { number: inPath(number), pin, ...one })
  }
  return printAnswer(flags, type, actedText)
}

/** Nothing but the OTP, so that a script can take it as it is. */
function printOtp(number: string, flags: DrivingFlags & { readonly wait?: string }): Promise<void> {
  const { wait } = flags
  const ask = (client: CommandClient) => {
    const asking = client.call('GET /_sandbox/phones/{number}/otp', { number: inPath(number), wait })
    if (wait === undefined) return asking.catch((error) => orWait(error, client.next('otp', number, '--wait', '10s')))
    return withProgress(client, `waiting up to ${wait} for an OTP`, asking)
  }
  return printAnswer(flags, ask, ({ otp }) => `${otp}\n`)
}

/** A caller who asks before the merchant's code sent its call can wait for it. */
function orWait(error: unknown, command: string): never {
  if (!(error instanceof ControlFailure) || error.code !== 'not_found') throw error
  throw error.reworded({ hint: `${command} waits for one` })
}

/** Dots would be read as a path of their own; no number has any meaning with dots alone. */
function inPath(number: string): string {
  return /^\.*$/.test(number) ? 'none' : number
}
