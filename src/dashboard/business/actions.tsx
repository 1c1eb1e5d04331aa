import type { AnswerOf } from '../../control/routes.ts'
import { download } from '../parts/download.ts'
import { counted } from '../parts/format.ts'
import { keptIn } from '../parts/kept-in.ts'
import { Options } from '../parts/options.tsx'
import { type Action, Choice, type Entered } from './action-form.tsx'
import { clockText, contentsText, type Facts } from './facts.ts'

const hasText = ({ text }: Entered) => text.value !== ''

export const actions: readonly (Action<Facts> & { readonly summary: string })[] = [
  {
    title: 'Reset',
    summary: 'Delete what it holds, and begin again',
    verb: 'Reset',
    will: ({ key, transactions, webhooks, calls, snapshots: { length } }) => [
      `Deletes ${counted(transactions, 'transaction')}, ${counted(webhooks, 'webhook')} and ${counted(calls, 'call')} of ${key}.`,
      'Wallets, settings, scenarios and the clock are again what the sandbox was started with.',
      length === 0
        ? 'It has no snapshot, so this cannot be undone.'
        : length === 1
          ? 'Its snapshot stays.'
          : `Its ${length} snapshots stay.`,
      'Ids repeat afterwards. If your code stores them, empty its tables, too.',
    ],
    async run(client) {
      const { clock } = await client.call('POST /_sandbox/reset')
      return [`${client.key} has no transactions, and its clock is at ${clockText(clock.now)}.`]
    },
  },
  {
    title: 'Take a snapshot',
    summary: 'Keep it as it is now, under a name',
    verb: 'Take the snapshot',
    isReady: hasText,
    fields: ({ text }) => (
      <label class="stack soft">
        Name
        <input autoComplete="off" placeholder="after-payment" {...keptIn(text)} />
      </label>
    ),
    will({ key, transactions, jobs, snapshots }, { text }) {
      const replaced = snapshots.find(({ name }) => name === text.value)
      return [
        `Keeps ${counted(transactions, 'transaction')}, ${counted(jobs, 'pending job')}, wallets, settings and the clock of ${key}.`,
        ...(replaced === undefined ? [] : [`Replaces the snapshot ${replaced.name} of ${clockText(replaced.at)}.`]),
      ]
    },
    async run(client, { text }) {
      const { name, transactions, at } = await client.call('PUT /_sandbox/snapshots/{name}', { name: text.value })
      return [`Kept as ${name}: ${counted(transactions, 'transaction')}, clock at ${clockText(at)}.`]
    },
  },
  {
    title: 'Restore a snapshot',
    summary: 'Put it back to where it was',
    verb: 'Restore',
    begin: ({ snapshots: [first] }) => first?.name ?? '',
    isReady: hasText,
    fields: ({ text }, { snapshots }) =>
      snapshots.length > 0 && (
        <label class="stack soft">
          Snapshot
          <select {...keptIn(text)}>
            <Options of={snapshots.map(({ name, at }) => [name, `${name} (${clockText(at)})`] as const)} />
          </select>
        </label>
      ),
    will(facts, { text }) {
      const snapshot = facts.snapshots.find(({ name }) => name === text.value)
      if (snapshot === undefined) return [`${facts.key} has no snapshot yet. Take one first.`]
      const { name, at, transactions, pendingJobs } = snapshot
      return [
        `Deletes what ${facts.key} holds now: ${contentsText(facts)}.`,
        `Puts it back to ${name}: ${counted(transactions, 'transaction')}, ${counted(pendingJobs, 'pending job')}, clock at ${clockText(at)}.`,
        'The snapshots stay.',
      ]
    },
    async run(client, { text }) {
      const { name, at } = await client.call('POST /_sandbox/snapshots/{name}/restore', { name: text.value })
      return [`${client.key} is back at ${name}: ${clockText(at)}.`]
    },
  },
  {
    title: 'Prune',
    summary: 'Delete old transactions',
    verb: 'Prune',
    begin: () => '30d',
    isReady: hasText,
    fields: ({ text }) => (
      <label class="stack soft">
        Final for, such as 30d or 12h
        <input autoComplete="off" {...keptIn(text)} />
      </label>
    ),
    will: ({ key, transactions, final }, { text }) => [
      `Deletes the transactions of ${key} that have been final for ${text.value} or longer and wait for nothing, with their webhooks: at most ${final.toLocaleString('en')} of ${transactions.toLocaleString('en')}.`,
      'The wallets keep their balances. The references of what is deleted can be used again.',
    ],
    async run(client, { text }) {
      const gone = await client.call('POST /_sandbox/prune', { olderThan: text.value })
      return [
        `Deleted ${counted(gone.transactions, 'transaction')} and ${counted(gone.webhooks, 'webhook')} that were final by ${clockText(gone.before)}.`,
      ]
    },
  },
  {
    title: 'Export',
    summary: 'Download it as a file',
    verb: 'Export',
    fields: ({ isChosen }) => <Choice chosen={isChosen}>With the webhook secret of its settings</Choice>,
    will: (facts) => [
      `Downloads ${facts.key}.world.gz: ${contentsText(facts)}, ${counted(facts.jobs, 'pending job')}, wallets, settings and the clock.`,
      'Calls and snapshots are not in it.',
    ],
    async run(client, { isChosen }) {
      const bytes = await (await client.exchange(`/_sandbox/export?secrets=${isChosen.value}`)).blob()
      const name = `${client.key}.world.gz`
      download(bytes, name)
      return [`Exported ${name}, ${Math.ceil(bytes.size / 1024).toLocaleString('en')} KB.`]
    },
  },
  {
    title: 'Import',
    summary: 'Give it the content of such a file',
    verb: 'Import',
    isReady: ({ file }) => file.value !== null,
    fields: ({ isChosen, file }, { key, transactions }) => (
      <>
        <label class="stack soft">
          A file that an export wrote: choose it, or drop it here
          {/* Browsers take a file that is dropped on it. */}
          <input
            type="file"
            class="action-file"
            onChange={({ currentTarget }) => (file.value = currentTarget.files?.[0] ?? null)}
          />
        </label>
        {transactions > 0 && <Choice chosen={isChosen}>Replace what {key} holds</Choice>}
      </>
    ),
    will: (facts, { isChosen }) => [
      facts.transactions === 0
        ? `${facts.key} has no transactions.`
        : isChosen.value
          ? `Deletes what ${facts.key} holds now: ${contentsText(facts)}.`
          : `${facts.key} holds ${contentsText(facts)}, so the sandbox refuses the file unless you replace them.`,
      `Gives ${facts.key} the transactions, webhooks, pending work, wallets, settings and clock of the file. Its snapshots stay.`,
      'The whole file is checked first. Then its clock stands: no webhook goes out until you move it.',
    ],
    async run(client, { file, isChosen }) {
      const path = `/_sandbox/import?replace=${isChosen.value}`
      const answer = await client.exchange(path, { method: 'POST', body: file.value })
      const { key, from, clock, note, ...contents }: AnswerOf<'POST /_sandbox/import'> = await answer.json()
      return [
        `${key} holds the world of ${from}: ${counted(contents.transactions, 'transaction')}, ${counted(contents.webhooks, 'webhook')}, ${counted(contents.pendingJobs, 'pending job')}, clock at ${clockText(clock.now)}.`,
        ...(contents.hosts.length === 0 ? [] : [`Once its clock moves, webhooks go to ${contents.hosts.join(', ')}.`]),
        ...(note === null ? [] : [note]),
      ]
    },
  },
]
