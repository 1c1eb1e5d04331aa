import type { Command } from 'commander'
import { results } from '../../catalogue/results.ts'
import type { TransactionView } from '../../control/transactions/transaction-views.ts'
import { ControlFailure } from '../../control-client/failure.ts'
import { addClientCommand, type DrivingFlags, printAnswer } from '../client/client-command.ts'
import type { CommandClient } from '../client/client-options.ts'
import { findTransaction } from '../client/find-transaction.ts'
import { actedText } from '../text/transaction-text.ts'

const actions = [
  ['approve', 'Approve a transaction as its customer or its provider. For a virtual account: pay what is still due'],
  ['decline', 'The customer types a wrong PIN: the transaction fails with wrong_pin'],
  ['ignore', 'The customer leaves the prompt unanswered: the transaction fails with prompt_timeout'],
  ['expire', 'The virtual account, or the OTP, expires'],
] as const

export function addActCommands(program: Command): void {
  for (const [action, description] of actions) {
    addClientCommand(program, `${action} <transaction>`, description, `${action} order-1`).action(
      (name: string, flags: DrivingFlags) =>
        act(name, flags, (client, id) => client.call(`POST /_sandbox/transactions/{id}/${action}`, { id })),
    )
  }
  const names = Object.keys(results).filter((name) => name !== 'approved')
  addClientCommand(program, 'fail <transaction>', 'The transaction fails with a result', 'fail order-1 switch_error')
    .argument('<result>', `one of your scenario files, or of: ${names.join(', ')}`)
    .action((name: string, result: string, flags: DrivingFlags) =>
      act(name, flags, (client, id) => client.call('POST /_sandbox/transactions/{id}/fail', { id, result })),
    )
}

type Act = (client: CommandClient, id: string) => Promise<TransactionView>

/** The transaction is named by its id or by the merchant's reference. */
function act(name: string, flags: DrivingFlags, act: Act): Promise<void> {
  const ask = async (client: CommandClient) => {
    const { id } = await findTransaction(client, name)
    return act(client, id).catch((error) => refuse(error, client.next('explain', id)))
  }
  return printAnswer(flags, ask, actedText)
}

function refuse(error: unknown, command: string): never {
  if (!(error instanceof ControlFailure) || error.code !== 'conflict') throw error
  const explain = `${command} shows how it came to that`
  throw error.reworded({ hint: error.hint === undefined ? explain : `${error.hint}; ${explain}` })
}
