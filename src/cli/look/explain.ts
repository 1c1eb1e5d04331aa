import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { TransactionView } from '../../control/transactions/transaction-in-full.ts'
import { ControlFailure } from '../../control-client/failure.ts'
import { codeOf } from '../../error-code.ts'
import { addClientCommand, print, warnIfEmpty } from '../client/client-command.ts'
import { type ClientFlags, type CommandClient, clientOf } from '../client/client-options.ts'
import { findTransaction, notHere, orNull } from '../client/find-transaction.ts'
import { UsageError } from '../exit.ts'
import { messagesIn } from '../text/call-line.ts'
import { transactionText } from '../text/transaction-text.ts'

export function addExplain(program: Command): void {
  addClientCommand(program, 'explain <id>', 'explain order-1')
    .description(
      'Show which scenario a transaction got and why, what was planned, and what happened. Takes an id or a reference',
    )
    .option('--html <file>', 'write the transaction as one page, which opens without a sandbox and without a network')
    .action(explain)
}

interface ExplainFlags extends ClientFlags {
  readonly html?: string
}

async function explain(id: string, flags: ExplainFlags): Promise<void> {
  const client = clientOf(flags)
  const transaction = await orNull(findTransaction(client, id, { explain: 'true' }))
  if (transaction !== null && flags.html !== undefined) return writePage(transaction, flags.html, flags)
  if (transaction !== null) return print(transaction, flags, transactionText)
  const { prunedBefore } = await client.call('GET /_sandbox/status')
  const refused = await refusedCreate(client, id, prunedBefore)
  if (refused !== null) throw refused
  await warnIfEmpty(flags)
  const perhaps = prunedBefore === null ? '' : `, or not any more: what was final by ${prunedBefore} was pruned`
  throw new UsageError(
    `There is no transaction with the id or the reference ${id} in the business ${client.key}${perhaps}: ${notHere(client)}`,
  )
}

/** The page that `Share` saves in a browser: the same text. */
async function writePage(transaction: TransactionView, file: string, flags: ClientFlags): Promise<void> {
  const { call } = clientOf(flags)
  const { transactionDocument } = await import('../../dashboard/document/transaction-document.ts')
  const { data } = await call('GET /_sandbox/requests', { transactionId: transaction.id, limit: 50 })
  const { now } = await call('GET /_sandbox/clock')
  const text = transactionDocument({ transaction, calls: data.toReversed(), now: Date.parse(now) })
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new UsageError(`--html ${file}: nothing can be written there (${codeOf(cause) ?? 'not a file'})`)
  }
  const written = { reference: transaction.reference_business, file, bytes: Buffer.byteLength(text) }
  print(written, flags, ({ reference, file, bytes }) => {
    return `${reference} is in ${file} (${Math.ceil(bytes / 1000)} kB): open it in a browser\n`
  })
}

/** Why a create call with this reference left no transaction; null if there was no such call. */
async function refusedCreate({ call, next }: CommandClient, reference: string, prunedBefore: string | null) {
  const { data } = await call('GET /_sandbox/requests', { limit: 1000 })
  const create = data.find((one) => one.method === 'POST' && one.reference === reference)
  if (create === undefined) return null
  const { status } = create
  const isPruned = (status === 200 || status === 201) && prunedBefore !== null
  const messages = messagesIn(create)
  const why = messages.length === 0 ? '' : `: ${messages.join('; ')}`
  const answered = status === null ? 'got no answer' : `was answered ${status}${why}`
  return new ControlFailure({
    status: 404,
    code: 'not_found',
    message: isPruned
      ? `There is no transaction ${reference} any more: what was final by ${prunedBefore} was pruned`
      : `There is no transaction ${reference}; its create call ${answered}`,
    hint: `${next({ do: 'watch' })} shows such calls as they come`,
  })
}
