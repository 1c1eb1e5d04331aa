import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import type { AnswerOf } from '../../control/routes.ts'
import type { Client } from '../api/client.ts'
import { ActionForm, Choice } from '../parts/action-form.tsx'
import { download } from '../parts/download.ts'
import { counted } from '../parts/format.ts'
import { keptIn } from '../parts/kept-in.ts'
import {
  clockText,
  exportText,
  type Facts,
  importText,
  pruneText,
  resetText,
  restoreText,
  snapshotText,
} from './facts.ts'

export interface ActionProps {
  readonly client: Client
  readonly facts: Facts
  readonly close: () => void
}

interface Action {
  readonly title: string
  readonly summary: string
  readonly Form: ComponentType<ActionProps>
}

/** What can be done with a whole business. */
export const actions: readonly Action[] = [
  { title: 'Reset', summary: 'Delete what it holds, and begin again', Form: Reset },
  { title: 'Take a snapshot', summary: 'Keep it as it is now, under a name', Form: TakeSnapshot },
  { title: 'Restore a snapshot', summary: 'Put it back to where it was', Form: Restore },
  { title: 'Prune', summary: 'Delete old transactions', Form: Prune },
  { title: 'Export', summary: 'Download it as a file', Form: Export },
  { title: 'Import', summary: 'Give it the content of such a file', Form: Import },
]

function Reset({ client, facts, close }: ActionProps) {
  const run = async () => {
    const { clock } = await client.call('POST /_sandbox/reset')
    return [`${facts.key} has no transactions, and its clock is at ${clockText(clock.now)}.`]
  }
  return <ActionForm will={resetText(facts)} verb="Reset" run={run} close={close} />
}

function TakeSnapshot({ client, facts, close }: ActionProps) {
  const name = useSignal('')
  const run = async () => {
    const taken = await client.call('PUT /_sandbox/snapshots/{name}', { name: name.value })
    return [`Kept as ${taken.name}: ${counted(taken.transactions, 'transaction')}, clock at ${clockText(taken.at)}.`]
  }
  return (
    <ActionForm
      will={snapshotText(facts, name.value)}
      verb="Take the snapshot"
      isReady={name.value !== ''}
      run={run}
      close={close}
    >
      <label class="stack">
        <span class="soft">Name</span>
        <input autoComplete="off" placeholder="after-payment" {...keptIn(name)} />
      </label>
    </ActionForm>
  )
}

function Restore({ client, facts, close }: ActionProps) {
  const [first] = facts.snapshots
  const name = useSignal(first?.name ?? '')
  const snapshot = facts.snapshots.find((one) => one.name === name.value)
  const run = async () => {
    const restored = await client.call('POST /_sandbox/snapshots/{name}/restore', { name: name.value })
    return [`${facts.key} is back at ${restored.name}: ${clockText(restored.at)}.`]
  }
  return (
    <ActionForm
      will={restoreText(facts, snapshot)}
      verb="Restore"
      isReady={snapshot !== undefined}
      run={run}
      close={close}
    >
      {first !== undefined && (
        <label class="stack">
          <span class="soft">Snapshot</span>
          <select {...keptIn(name)}>
            {facts.snapshots.map(({ name, at }) => (
              <option key={name} value={name}>
                {name} ({clockText(at)})
              </option>
            ))}
          </select>
        </label>
      )}
    </ActionForm>
  )
}

function Prune({ client, facts, close }: ActionProps) {
  const olderThan = useSignal('30d')
  const run = async () => {
    const gone = await client.call('POST /_sandbox/prune', { olderThan: olderThan.value })
    return [
      `Deleted ${counted(gone.transactions, 'transaction')} and ${counted(gone.webhooks, 'webhook')} that were final by ${clockText(gone.before)}.`,
    ]
  }
  return (
    <ActionForm
      will={pruneText(facts, olderThan.value)}
      verb="Prune"
      isReady={olderThan.value !== ''}
      run={run}
      close={close}
    >
      <label class="stack">
        <span class="soft">Final for, such as 30d or 12h</span>
        <input autoComplete="off" {...keptIn(olderThan)} />
      </label>
    </ActionForm>
  )
}

function Export({ client, facts, close }: ActionProps) {
  const withSecrets = useSignal(false)
  const run = async () => {
    const answer = await client.exchange(`/_sandbox/export?secrets=${withSecrets.value}`)
    const bytes = await answer.blob()
    const name = `${facts.key}.world.gz`
    download(bytes, name)
    return [`Exported ${name}, ${Math.ceil(bytes.size / 1024).toLocaleString('en')} KB.`]
  }
  return (
    <ActionForm will={exportText(facts)} verb="Export" run={run} close={close}>
      <Choice chosen={withSecrets}>With the webhook secret of its settings</Choice>
    </ActionForm>
  )
}

function Import({ client, facts, close }: ActionProps) {
  const file = useSignal<File | null>(null)
  const isReplacing = useSignal(false)
  const run = async () => {
    const path = `/_sandbox/import?replace=${isReplacing.value}`
    const answer = await client.exchange(path, { method: 'POST', body: file.value })
    return importedText(await answer.json())
  }
  return (
    <ActionForm
      will={importText(facts, isReplacing.value)}
      verb="Import"
      isReady={file.value !== null}
      run={run}
      close={close}
    >
      <label class="stack">
        <span class="soft">A file that an export wrote: choose it, or drop it here</span>
        {/* Browsers take a file that is dropped on it. */}
        <input
          type="file"
          class="action-file"
          onChange={(event) => (file.value = event.currentTarget.files?.[0] ?? null)}
        />
      </label>
      {facts.transactions > 0 && <Choice chosen={isReplacing}>Replace what {facts.key} holds</Choice>}
    </ActionForm>
  )
}

function importedText(imported: AnswerOf<'POST /_sandbox/import'>): readonly string[] {
  const { key, from, transactions, webhooks, pendingJobs, clock, note } = imported
  const held = [counted(transactions, 'transaction'), counted(webhooks, 'webhook'), counted(pendingJobs, 'pending job')]
  return [
    `${key} holds the world of ${from}: ${held.join(', ')}, clock at ${clockText(clock.now)}.`,
    ...(note === null ? [] : [note]),
  ]
}
