import type { Command } from 'commander'
import type { AnswerOf } from '../../control/routes.ts'
import { counted } from '../../text.ts'
import { addClientCommand, printAndWarn, printAnswer } from '../client/client-command.ts'
import type { ClientFlags } from '../client/client-options.ts'
import { UsageError } from '../exit.ts'
import { printableOf } from '../terminal/printable.ts'
import type { Screen } from '../terminal/screen.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'

type Snapshots = AnswerOf<'GET /_sandbox/snapshots'>
type Snapshot = Snapshots['data'][number]
type Pruned = AnswerOf<'POST /_sandbox/prune'>

export function addSnapshotCommands(program: Command): void {
  addClientCommand(program, 'snapshot [name]', 'snapshot paid')
    .description('Keep a business as it is: state, pending work and clock. Without a name: list the snapshots')
    .option('--delete', 'forget the snapshot of this name')
    .action(snapshot)
  addClientCommand(program, 'restore <name>', 'restore paid')
    .description('Put a business back to a snapshot. What came after it is gone')
    .action((text: string, flags: ClientFlags) => {
      const name = inPath(text)
      return printAnswer(
        flags,
        ({ call }) => call('POST /_sandbox/snapshots/{name}/restore', { name }),
        (kept) => `restored ${snapshotText(kept)}\n`,
      )
    })
  addClientCommand(program, 'prune', 'prune --older-than 30d')
    .description('Delete transactions that were final long ago and have no pending work. Balances stay')
    .requiredOption('--older-than <duration>', 'for how long they must have been final, in sandbox time')
    .action(({ olderThan, ...flags }: ClientFlags & { readonly olderThan: string }) =>
      printAndWarn(flags, ({ call }) => call('POST /_sandbox/prune', { olderThan }), prunedText),
    )
}

function snapshot(
  text: string | undefined,
  { delete: isDelete = false, ...flags }: ClientFlags & { readonly delete?: boolean },
): Promise<void> {
  if (text === undefined) {
    if (isDelete) throw new UsageError('snapshot --delete: name the snapshot to forget')
    return printAnswer(flags, ({ call }) => call('GET /_sandbox/snapshots'), listText)
  }
  const name = inPath(text)
  const deleted = () => `deleted ${printableOf(name)}\n`
  if (isDelete) return printAnswer(flags, ({ call }) => call('DELETE /_sandbox/snapshots/{name}', { name }), deleted)
  const keptText = (kept: Snapshot) => `kept ${snapshotText(kept)}\n`
  return printAndWarn(flags, ({ call }) => call('PUT /_sandbox/snapshots/{name}', { name }), keptText)
}

/** Dots would be read as a path of their own. */
function inPath(name: string): string {
  if (!/^\.*$/.test(name)) return name
  const form = 'write 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit'
  throw new UsageError(`${JSON.stringify(name)} is not a name for a snapshot: ${form}`)
}

const columns: readonly ListColumn<Snapshot>[] = [
  { title: 'name', cut: 'last', cell: ({ name }) => name },
  { title: 'transactions', align: 'right', cell: ({ transactions }) => String(transactions) },
  { title: 'pending jobs', align: 'right', cell: ({ pendingJobs }) => String(pendingJobs) },
  { title: 'clock', cell: ({ at }) => ({ text: at, style: 'dim' }) },
]

function listText({ data }: Snapshots, screen: Screen): string {
  return data.length === 0 ? 'no snapshots\n' : listOf(data, columns, screen)
}

function snapshotText({ name, at, transactions, pendingJobs }: Snapshot): string {
  return `${name}: ${counted(transactions, 'transaction')}, ${counted(pendingJobs, 'pending job')}, clock at ${at}`
}

function prunedText({ before, transactions, webhooks, ledgerEntries }: Pruned): string {
  const entries = ledgerEntries === 1 ? '1 ledger entry' : `${ledgerEntries} ledger entries`
  const gone = `${counted(transactions, 'transaction')} final by ${before}, ${counted(webhooks, 'webhook')}`
  return `pruned ${gone}; ${entries} summed up\n`
}
