import type { Command } from 'commander'
import { addClientOptions, type ClientFlags, clientOf, keyOf } from '../client/client-options.ts'
import { warnIfEmpty } from '../client/empty-business.ts'
import { findTransaction, orNull } from '../client/find-transaction.ts'
import { refusedCreate } from '../client/refused-create.ts'
import { UsageError } from '../exit.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { transactionText } from '../text/transaction-text.ts'

/** `payments-sandbox explain ID`: why a transaction went as it did, and what is still to come. */
export function addExplain(program: Command): void {
  addClientOptions(program.command('explain <id>'))
    .description(
      'Which scenario a transaction got and why, what was planned, and all that happened; by id or reference',
    )
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox explain order-1')
    .action(async (id: string, flags: ClientFlags & { readonly json?: boolean }) => {
      const client = clientOf(flags)
      const transaction = await orNull(findTransaction(client, id))
      if (transaction === null) {
        const refused = await refusedCreate(client, id)
        if (refused !== null) throw refused
        await warnIfEmpty(flags)
        throw new UsageError(
          `There is no transaction with the id or the reference ${id} in the business ${keyOf(flags)}: payments-sandbox status shows what it holds; --key chooses another`,
        )
      }
      process.stdout.write(flags.json ? jsonText(transaction) : transactionText(transaction, screenOf(process.stdout)))
    })
}
