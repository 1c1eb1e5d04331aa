import type { Command } from 'commander'
import { ControlFailure } from '../../control-client/failure.ts'
import { addClientOptions, type ClientFlags, type CommandClient, clientOf, keyOf } from '../client/client-options.ts'
import { warnIfEmpty } from '../client/empty-business.ts'
import { findTransaction, notHere, orNull } from '../client/find-transaction.ts'
import { UsageError } from '../exit.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { transactionText } from '../text/transaction-text.ts'

/** `payments-sandbox explain ID`: why a transaction went as it did, and what is still to come. */
export function addExplain(program: Command): void {
  addClientOptions(program.command('explain <id>'))
    .description(
      'Show which scenario a transaction got and why, what was planned, and what happened. Takes an id or a reference',
    )
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox explain order-1')
    .action(async (id: string, flags: ClientFlags & { readonly json?: boolean }) => {
      const client = clientOf(flags)
      const transaction = await orNull(findTransaction(client, id))
      if (transaction === null) {
        const { prunedBefore } = await client.call('GET /_sandbox/status')
        const refused = await refusedCreate(client, id, prunedBefore)
        if (refused !== null) throw refused
        await warnIfEmpty(flags)
        const perhaps = prunedBefore === null ? '' : `, or not any more: what was final by ${prunedBefore} was pruned`
        throw new UsageError(
          `There is no transaction with the id or the reference ${id} in the business ${keyOf(flags)}${perhaps}: ${notHere(client)}`,
        )
      }
      process.stdout.write(flags.json ? jsonText(transaction) : transactionText(transaction, screenOf(process.stdout)))
    })
}

/** Why there is no transaction with this reference although the merchant's code asked for one; null where it did not. */
async function refusedCreate(
  client: CommandClient,
  reference: string,
  prunedBefore: string | null,
): Promise<ControlFailure | null> {
  const { data } = await client.call('GET /_sandbox/requests', { limit: 1000 })
  const call = data.find((one) => one.method === 'POST' && one.reference === reference)
  if (call === undefined) return null
  const answered = call.status === null ? 'got no answer' : `was answered ${call.status}${messageIn(call.answer)}`
  return new ControlFailure({
    status: 404,
    code: 'not_found',
    message:
      call.status === 200 && prunedBefore !== null
        ? `There is no transaction ${reference} any more: what was final by ${prunedBefore} was pruned`
        : `There is no transaction ${reference}; its create call ${answered}`,
    hint: `${client.next('tail')} shows such calls as they come; GET /_sandbox/requests has the last 1,000`,
  })
}

/** What a refusal says, all of it (D6, D8). */
function messageIn(answer: unknown): string {
  const messages = [answer].flat().flatMap((one) => {
    const said: unknown = typeof one === 'object' && one !== null && 'message' in one ? one.message : []
    return said
  })
  return messages.length === 0 ? '' : `: ${messages.join('; ')}`
}
