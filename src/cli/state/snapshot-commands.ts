import type { Command } from 'commander'
import type { AnswerOf } from '../../control/routes.ts'
import { counted } from '../../text.ts'
import { addClientCommand, type DrivingFlags, printAnswer, warnIfEmpty } from '../client/client-command.ts'
import { UsageError } from '../exit.ts'
import { printable } from '../terminal/printable.ts'
import type { Screen } from '../terminal/screen.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'

type Snapshots = AnswerOf<'GET /_sandbox/snapshots'>
type Snapshot = Snapshots['data'][number]
type Pruned = AnswerOf<'POST /_sandbox/prune'>

export function addSnapshotCommands(program: Command): void {
  addClientCommand(
    program,
    'snapshot [name]',
    'Keep a business as it is: state, pending work and clock. Without a name: list the snapshots',
    'snapshot paid',
  )
    .option('--delete', 'forget the snapshot of this name')
    .action(snapshot)
  addClientCommand(
    program,
    'restore <name>',
    'Put a business back to a snapshot. What came after it is gone',
    'restore paid',
  ).action((name: string, flags: DrivingFlags) =>
    printAnswer(
      flags,
      (client) => client.call('POST /_sandbox/snapshots/{name}/restore', { name: inPath(name) }),
      (kept) => `restored ${snapshotText(kept)}\n`,
    ),
  )
  addClientCommand(
    program,
    'prune',
    'Delete transactions that were final long ago and have no pending work. Balances stay',
    'prune --older-than 30d',
  )
    .requiredOption('--older-than <duration>', 'for how long they must have been final, in sandbox time')
    .action(prune)
}

async function snapshot(
  name: string | undefined,
  { delete: isDelete = false, ...flags }: DrivingFlags & { readonly delete?: boolean },
) {
  if (name !== undefined) return isDelete ? forget(name, flags) : keep(name, flags)
  if (isDelete) throw new UsageError('snapshot --delete: name the snapshot to forget')
  return printAnswer(flags, (client) => client.call('GET /_sandbox/snapshots'), listText)
}

async function keep(name: string, flags: DrivingFlags): Promise<void> {
  await printAnswer(
    flags,
    (client) => client.call('PUT /_sandbox/snapshots/{name}', { name: inPath(name) }),
    (kept) => `kept ${snapshotText(kept)}\n`,
  )
  await warnIfEmpty(flags)
}

function forget(name: string, flags: DrivingFlags): Promise<void> {
  return printAnswer(
    flags,
    (client) => client.call('DELETE /_sandbox/snapshots/{name}', { name: inPath(name) }),
    () => `deleted ${printable(name)}\n`,
  )
}

async function prune({ olderThan, ...flags }: DrivingFlags & { readonly olderThan: string }): Promise<void> {
  await printAnswer(flags, (client) => client.call('POST /_sandbox/prune', { olderThan }), prunedText)
  await warnIfEmpty(flags)
}

/** Dots would be read as a path of their own. */
function inPath(name: string): string {
  if (/^\.*$/.test(name)) throw new UsageError(`${JSON.stringify(name)} is not a name for a snapshot: ${nameForm}`)
  return name
}

const nameForm = 'write 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit'

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
