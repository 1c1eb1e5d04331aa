import type { Command } from 'commander'
import { ControlFailure } from '../../control-client/failure.ts'
import { addClientCommand, type DrivingFlags, print, warnIfEmpty } from '../client/client-command.ts'
import { type CommandClient, clientOf, keyOf } from '../client/client-options.ts'
import { findTransaction, notHere, orNull } from '../client/find-transaction.ts'
import { UsageError } from '../exit.ts'
import { messagesIn } from '../text/happened.ts'
import { transactionText } from '../text/transaction-text.ts'

export function addExplain(program: Command): void {
  addClientCommand(
    program,
    'explain <id>',
    'Show which scenario a transaction got and why, what was planned, and what happened. Takes an id or a reference',
    'explain order-1',
  ).action(async (id: string, flags: DrivingFlags) => {
    const client = clientOf(flags)
    const transaction = await orNull(findTransaction(client, id))
    if (transaction !== null) return print(transaction, flags, transactionText)
    const { prunedBefore } = await client.call('GET /_sandbox/status')
    const refused = await refusedCreate(client, id, prunedBefore)
    if (refused !== null) throw refused
    await warnIfEmpty(flags)
    const perhaps = prunedBefore === null ? '' : `, or not any more: what was final by ${prunedBefore} was pruned`
    throw new UsageError(
      `There is no transaction with the id or the reference ${id} in the business ${keyOf(flags)}${perhaps}: ${notHere(client)}`,
    )
  })
}

/** Why there is no transaction with this reference although the merchant's code asked for one; null if it did not. */
async function refusedCreate(
  client: CommandClient,
  reference: string,
  prunedBefore: string | null,
): Promise<ControlFailure | null> {
  const { data } = await client.call('GET /_sandbox/requests', { limit: 1000 })
  const call = data.find((one) => one.method === 'POST' && one.reference === reference)
  if (call === undefined) return null
  const why = messagesIn(call).map((message, index) => `${index === 0 ? ':' : ';'} ${message}`)
  const answered = call.status === null ? 'got no answer' : `was answered ${call.status}${why.join('')}`
  return new ControlFailure({
    status: 404,
    code: 'not_found',
    message:
      (call.status === 200 || call.status === 201) && prunedBefore !== null
        ? `There is no transaction ${reference} any more: what was final by ${prunedBefore} was pruned`
        : `There is no transaction ${reference}; its create call ${answered}`,
    hint: `${client.next('tail')} shows such calls as they come; GET /_sandbox/requests has the last 1,000`,
  })
}
