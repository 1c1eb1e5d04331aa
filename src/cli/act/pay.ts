import type { Command } from 'commander'
import type { InputOf } from '../../control/routes.ts'
import type { TransactionView } from '../../control/transactions/transaction-views.ts'
import { addClientCommand, type DrivingFlags, printAnswer } from '../client/client-command.ts'
import type { CommandClient } from '../client/client-options.ts'
import { findTransaction, notFound, orNull } from '../client/find-transaction.ts'
import { UsageError } from '../exit.ts'
import { majorAmount } from '../settings/option-values.ts'
import { actedText } from '../text/transaction-text.ts'

export function addPay(program: Command): void {
  addClientCommand(
    program,
    'pay <account> [amount]',
    'Pay into a virtual account, named by its number or its transaction. Without an amount: what is due',
    'pay invoice-7 5000.50 --sender "Ngozi Adeyemi"',
  )
    .option('--sender <name>', 'who pays (default: a name that the seed draws)')
    .action(pay)
}

async function pay(
  account: string,
  amount: string | undefined,
  flags: DrivingFlags & { readonly sender?: string },
): Promise<void> {
  const transfer = {
    amount: amount === undefined ? undefined : majorAmount('amount', amount),
    senderName: flags.sender,
  }
  await printAnswer(flags, (client) => transferTo(client, account, transfer), actedText)
}

type Transfer = Omit<InputOf<'POST /_sandbox/virtual-accounts/{accountNumber}/transfers'>, 'accountNumber'>

async function transferTo(client: CommandClient, account: string, transfer: Transfer): Promise<TransactionView> {
  const pay = (accountNumber: string) =>
    client.call('POST /_sandbox/virtual-accounts/{accountNumber}/transfers', { accountNumber, ...transfer })
  const paid = /^\d+$/.test(account) ? await orNull(pay(account)) : null
  return paid ?? pay(await accountNumberOf(client, account))
}

async function accountNumberOf(client: CommandClient, name: string): Promise<string> {
  const found = await orNull(findTransaction(client, name))
  if (found?.virtual_account) return found.virtual_account.account_number
  if (found !== null) {
    throw new UsageError(`${name} (${found.flow}) has no account to pay into: use ${client.next('approve', name)}`)
  }
  throw notFound(client, `No virtual account of this business has the number, the id or the reference ${name}`)
}
