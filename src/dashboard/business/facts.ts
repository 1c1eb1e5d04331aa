import type { AnswerOf } from '../../control/routes.ts'
import type { Client } from '../api/client.ts'
import { counted, formatDay, formatTime } from '../parts/format.ts'

export type Snapshot = AnswerOf<'GET /_sandbox/snapshots'>['data'][number]

/** What a business holds now. */
export interface Facts {
  readonly key: string
  readonly transactions: number
  /** Transactions that are completed or failed. */
  readonly final: number
  readonly webhooks: number
  readonly jobs: number
  readonly calls: number
  readonly snapshots: readonly Snapshot[]
}

/** The journal shows at most this many calls of a business. */
const mostCalls = 1000

export async function loadFacts(client: Client): Promise<Facts> {
  const [status, snapshots, calls] = await Promise.all([
    client.call('GET /_sandbox/status'),
    client.call('GET /_sandbox/snapshots'),
    client.call('GET /_sandbox/requests', { limit: mostCalls }),
  ])
  return {
    key: client.key,
    transactions: sumOf(status.transactions),
    final: status.transactions.COMPLETED + status.transactions.FAILED,
    webhooks: sumOf(status.webhooks),
    jobs: status.jobs.pending,
    calls: calls.data.length,
    snapshots: snapshots.data,
  }
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Such as `34 transactions and 40 webhooks`. */
function heldText({ transactions, webhooks }: Pick<Facts, 'transactions' | 'webhooks'>): string {
  return `${counted(transactions, 'transaction')} and ${counted(webhooks, 'webhook')}`
}

export function clockText(iso: string): string {
  return `${formatDay(iso)} ${formatTime(iso)}`
}

/** What a reset will do. */
export function resetText({ key, calls, snapshots, ...held }: Facts): readonly string[] {
  return [
    `Deletes ${counted(held.transactions, 'transaction')}, ${counted(held.webhooks, 'webhook')} and ${counted(calls, 'call')} of ${key}.`,
    'Wallets, settings, scenarios and the clock are again what the sandbox was started with.',
    snapshotsText(snapshots),
    'Ids repeat afterwards. If your code stores them, empty its tables, too.',
  ]
}

function snapshotsText({ length }: readonly Snapshot[]): string {
  if (length === 0) return 'It has no snapshot, so this cannot be undone.'
  return length === 1 ? 'Its snapshot stays.' : `Its ${length} snapshots stay.`
}

/** What a snapshot of this name will do. */
export function snapshotText({ key, transactions, jobs, snapshots }: Facts, name: string): readonly string[] {
  const replaced = snapshots.find((snapshot) => snapshot.name === name)
  return [
    `Keeps ${counted(transactions, 'transaction')}, ${counted(jobs, 'pending job')}, wallets, settings and the clock of ${key}.`,
    'Nothing changes in the business.',
    ...(replaced === undefined ? [] : [`Replaces the snapshot ${name} of ${clockText(replaced.at)}.`]),
  ]
}

/** What restoring a snapshot will do. */
export function restoreText({ key, ...held }: Facts, snapshot: Snapshot | undefined): readonly string[] {
  if (snapshot === undefined) return [`${key} has no snapshot yet. Take one first.`]
  const { name, at, transactions, pendingJobs } = snapshot
  return [
    `Deletes what ${key} holds now: ${heldText(held)}.`,
    `Puts it back to ${name}: ${counted(transactions, 'transaction')}, ${counted(pendingJobs, 'pending job')}, clock at ${clockText(at)}.`,
    'The snapshots stay.',
  ]
}

/** What a prune will do. */
export function pruneText({ key, transactions, final }: Facts, olderThan: string): readonly string[] {
  return [
    `Deletes the transactions of ${key} that have been final for ${olderThan} or longer and wait for nothing, with their webhooks: at most ${final.toLocaleString('en')} of ${transactions.toLocaleString('en')}.`,
    'The wallets keep their balances. The references of what is deleted can be used again.',
  ]
}

/** What an export will do. */
export function exportText({ key, jobs, ...held }: Facts): readonly string[] {
  return [
    `Downloads ${key}.world.gz: ${heldText(held)}, ${counted(jobs, 'pending job')}, wallets, settings and the clock.`,
    'Calls and snapshots are not in it. Nothing changes in the business.',
  ]
}

/** What an import will do. */
export function importText({ key, transactions, ...held }: Facts, isReplacing: boolean): readonly string[] {
  const now = heldText({ transactions, ...held })
  const before =
    transactions === 0
      ? `${key} has no transactions.`
      : isReplacing
        ? `Deletes what ${key} holds now: ${now}.`
        : `${key} holds ${now}, so the sandbox refuses the file unless you replace them.`
  return [
    before,
    `Gives ${key} the transactions, webhooks, pending work, wallets, settings and clock of the file. Its snapshots stay.`,
    'The whole file is checked first.',
  ]
}
