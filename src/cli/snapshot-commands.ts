import type { Command } from 'commander'
import { addClientOptions, type ClientFlags, clientOf } from './client-options.ts'
import { UsageError } from './exit.ts'
import { tellBusier } from './tell-busier.ts'

interface Flags extends ClientFlags {
  readonly json?: boolean
}

interface SnapshotFlags extends Flags {
  readonly delete?: boolean
}

interface PruneFlags extends Flags {
  readonly olderThan: string
}

interface Snapshot {
  readonly name: string
  readonly at: string
  readonly transactions: number
  readonly pendingJobs: number
}

interface Pruned {
  readonly before: string
  readonly transactions: number
  readonly webhooks: number
  readonly ledgerEntries: number
}

/** `payments-sandbox snapshot`, `restore` and `prune`. */
export function addSnapshotCommands(program: Command): void {
  addClientOptions(program.command('snapshot [name]'))
    .description('Keep a business as it is: state, pending work and clock; without a name, list what was kept')
    .option('--delete', 'forget the snapshot of this name')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox snapshot paid')
    .action(snapshot)
  addClientOptions(program.command('restore <name>'))
    .description('Put a business back to a snapshot; what came after it is gone')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox restore paid')
    .action(async (name: string, flags: Flags) => {
      const answer = await clientOf(flags).post(`${pathOf(name)}/restore`)
      print(answer, flags, () => `restored ${toldOf(answer as Snapshot)}\n`)
    })
  addClientOptions(program.command('prune'))
    .description('Delete transactions that are final for long and have no work to come; balances stay')
    .requiredOption('--older-than <duration>', 'for how long they must have been final, in sandbox time')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox prune --older-than 30d')
    .action(async ({ olderThan, ...flags }: PruneFlags) => {
      const answer = await clientOf(flags).post('/_sandbox/prune', { olderThan })
      print(answer, flags, () => prunedText(answer as Pruned))
      await tellBusier(flags)
    })
}

async function snapshot(name: string | undefined, flags: SnapshotFlags): Promise<void> {
  const client = clientOf(flags)
  if (name === undefined) {
    if (flags.delete) throw new UsageError('snapshot --delete: name the snapshot to forget')
    const answer = await client.get('/_sandbox/snapshots')
    return print(answer, flags, () => listText(answer as { readonly data: readonly Snapshot[] }))
  }
  if (flags.delete) {
    const answer = await client.delete(pathOf(name))
    return print(answer, flags, () => `deleted ${name}\n`)
  }
  const answer = await client.put(pathOf(name))
  print(answer, flags, () => `kept ${toldOf(answer as Snapshot)}\n`)
  await tellBusier(flags)
}

function pathOf(name: string): string {
  return `/_sandbox/snapshots/${encodeURIComponent(name)}`
}

function print(answer: unknown, { json = false }: Flags, text: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(answer)}\n` : text())
}

function listText({ data }: { readonly data: readonly Snapshot[] }): string {
  return data.length === 0 ? 'no snapshots\n' : data.map((one) => `${toldOf(one)}\n`).join('')
}

function toldOf({ name, at, transactions, pendingJobs }: Snapshot): string {
  return `${name}: ${counted(transactions, 'transaction')}, ${counted(pendingJobs, 'pending job')}, clock at ${at}`
}

function prunedText({ before, transactions, webhooks, ledgerEntries }: Pruned): string {
  const entries = ledgerEntries === 1 ? '1 ledger entry' : `${ledgerEntries} ledger entries`
  const gone = `${counted(transactions, 'transaction')} final by ${before}, ${counted(webhooks, 'webhook')}`
  return `pruned ${gone}; ${entries} summed up\n`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
