import type { Command } from 'commander'
import { resultNames } from '../../catalogue/results.ts'
import type { InputOf } from '../../control/routes.ts'
import type { TransactionView } from '../../control/transactions/transaction-in-full.ts'
import { ControlFailure } from '../../control-client/failure.ts'
import { plainNumber } from '../../domain/phone.ts'
import { addClientCommand, printAnswer } from '../client/client-command.ts'
import type { ClientFlags, CommandClient } from '../client/client-options.ts'
import { findTransaction, notFoundHere, orNull } from '../client/find-transaction.ts'
import { withProgress } from '../client/progress.ts'
import { UsageError } from '../exit.ts'
import { majorAmount } from '../settings/option-values.ts'
import { actedText } from '../text/transaction-text.ts'

const actions = [
  ['approve', 'Approve a transaction as its customer or its provider. For a virtual account: pay what is still due'],
  ['decline', 'The customer types a wrong PIN: the transaction fails with wrong_pin'],
  ['ignore', 'The customer leaves the prompt unanswered: the transaction fails with prompt_timeout'],
  ['expire', 'The virtual account, or the OTP, expires'],
] as const

export function addActCommands(program: Command): void {
  for (const [action, description] of actions) {
    addClientCommand(program, `${action} <transaction>`, `${action} order-1`)
      .description(description)
      .action((name: string, flags: ClientFlags) =>
        act(name, flags, (client, id) => client.call(`POST /_sandbox/transactions/{id}/${action}`, { id })),
      )
  }
  const names = resultNames.filter((name) => name !== 'approved')
  addClientCommand(program, 'fail <transaction>', 'fail order-1 switch_error')
    .description('Fail a transaction with a given result')
    .argument('<result>', `one of your scenario files, or of: ${names.join(', ')}`)
    .action((name: string, result: string, flags: ClientFlags) =>
      act(name, flags, (client, id) => client.call('POST /_sandbox/transactions/{id}/fail', { id, result })),
    )
  addClientCommand(program, 'pin <number> <pin>', 'pin 0241234567 0000')
    .description(
      'Type a PIN into the newest open prompt of a phone. 0000 is right, unless the setting pin names another',
    )
    .option('--transaction <transaction>', 'type it into the prompt of this one: an id or a reference')
    .action(typePin)
  addClientCommand(program, 'otp <number>', 'otp 0241234567 --wait 10s')
    .description('Print the newest OTP of a phone that a transaction still waits for')
    .option('--wait <duration>', 'wait up to this long for one, in real time')
    .action(printOtp)
  addClientCommand(program, 'pay <account> [amount]', 'pay invoice-7 5000.50 --sender "Ngozi Adeyemi"')
    .description('Pay into a virtual account, named by its number or its transaction. Without an amount: what is due')
    .option('--sender <name>', 'who pays (default: a name that the seed draws)')
    .action(pay)
}

function act(
  name: string,
  flags: ClientFlags,
  call: (client: CommandClient, id: string) => Promise<TransactionView>,
): Promise<void> {
  const ask = async (client: CommandClient) => {
    const { id } = await findTransaction(client, name)
    return call(client, id).catch((error) => {
      if (!(error instanceof ControlFailure) || error.code !== 'conflict') throw error
      const explain = `${client.next({ do: 'explain', transaction: id })} shows how it came to that`
      throw error.reworded({ hint: error.hint === undefined ? explain : `${error.hint}; ${explain}` })
    })
  }
  return printAnswer(flags, ask, actedText)
}

function typePin(number: string, pin: string, flags: ClientFlags & { readonly transaction?: string }): Promise<void> {
  const type = async (client: CommandClient) => {
    const { transaction } = flags
    const one = transaction === undefined ? {} : { transactionId: (await findTransaction(client, transaction)).id }
    return client.call('POST /_sandbox/phones/{number}/pin', { number: inPath(number), pin, ...one })
  }
  return printAnswer(flags, type, actedText)
}

/** Nothing but the OTP, so that a script can take it as it is. */
function printOtp(number: string, { wait, ...flags }: ClientFlags & { readonly wait?: string }): Promise<void> {
  const ask = (client: CommandClient) => {
    const asking = client.call('GET /_sandbox/phones/{number}/otp', { number: inPath(number), wait })
    if (wait !== undefined) return withProgress(client, `waiting up to ${wait} for an OTP`, asking)
    return asking.catch((error) => {
      if (!(error instanceof ControlFailure) || error.code !== 'not_found') throw error
      // A caller who asks before the merchant's code sent its call can wait for it.
      throw error.reworded({ hint: `${client.next({ do: 'wait-for-otp', number })} waits for one` })
    })
  }
  return printAnswer(flags, ask, ({ otp }) => `${otp}\n`)
}

/** Dots would be read as a path of their own; no number has any meaning with dots alone. */
function inPath(number: string): string {
  return /^\.*$/.test(number) ? 'none' : number
}

function pay(account: string, amount: string | undefined, flags: ClientFlags & { readonly sender?: string }) {
  const transfer = {
    amount: amount === undefined ? undefined : majorAmount('amount', amount),
    senderName: flags.sender,
  }
  return printAnswer(flags, (client) => transferTo(client, account, transfer), actedText)
}

type Transfer = Omit<InputOf<'POST /_sandbox/virtual-accounts/{accountNumber}/transfers'>, 'accountNumber'>

async function transferTo(client: CommandClient, account: string, transfer: Transfer): Promise<TransactionView> {
  const pay = (accountNumber: string) =>
    client.call('POST /_sandbox/virtual-accounts/{accountNumber}/transfers', { accountNumber, ...transfer })
  const number = plainNumber(account)
  const paid = /^\d+$/.test(number) ? await orNull(pay(number)) : null
  return paid ?? pay(await accountNumberOf(client, account))
}

async function accountNumberOf(client: CommandClient, name: string): Promise<string> {
  const found = await orNull(findTransaction(client, name))
  if (found === null) {
    throw notFoundHere(client, `No virtual account of this business has the number, the id or the reference ${name}`)
  }
  if (found.virtual_account) return found.virtual_account.account_number
  throw new UsageError(
    `${name} (${found.flow}) has no account to pay into: use ${client.next({ do: 'approve', transaction: name })}`,
  )
}
