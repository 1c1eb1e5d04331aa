import { useSignal } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Shown } from '../parts/states.tsx'
import { useSession } from '../state/business.ts'
import { useResource } from '../state/resource.ts'
import { ActionForm } from './action-form.tsx'
import { actions } from './actions.tsx'
import './business.css'
import { type Facts, loadFacts } from './facts.ts'
import { SettingsForm } from './settings-form.tsx'

export function ManageDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useSession()
  const chosen = useSignal<(typeof actions)[number] | 'settings' | null>(null)
  const action = chosen.value
  const { loaded, reload } = useResource(loadFacts, (event) => event.kind !== 'clock')
  const title = action === null ? 'Manage' : action === 'settings' ? 'Settings' : action.title
  return (
    <Dialog title={`${title}: ${client.key}`} onClose={onClose}>
      {action === 'settings' ? (
        <SettingsForm close={onClose} />
      ) : action === null ? (
        <ul class="stack">
          <li>
            <Button class="manage-item" onClick={() => (chosen.value = 'settings')}>
              <b>Settings</b>
              <span class="soft">Callback URL, PIN, retries, limits and all others</span>
            </Button>
          </li>
          {actions.map((one) => (
            <li key={one.title}>
              <Button class="manage-item" onClick={() => (chosen.value = one)}>
                <b>{one.title}</b>
                <span class="soft">{one.summary}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <Shown loaded={loaded.value} retry={reload}>
          {(facts: Facts) => <ActionForm action={action} facts={facts} close={onClose} />}
        </Shown>
      )}
    </Dialog>
  )
}
