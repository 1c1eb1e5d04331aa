import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import type { Delivery } from '../state/transaction.ts'
import { isBusy, replayWords } from './delivery-words.ts'

/** `name`: the webhook in the label, such as `webhook 2`. */
export function ReplayButton({ delivery, name }: { readonly delivery: Delivery; readonly name: string }) {
  const { client } = useSession()
  const { id } = delivery
  const replay = () =>
    act(
      () => client.call('POST /_sandbox/webhooks/{id}/replay', { id }),
      (replayed) => replayWords([replayed]),
    )
  return (
    <Button aria-label={`Replay ${name}`} disabled={isBusy(delivery)} onClick={replay}>
      <Icon name="replay" /> Replay
    </Button>
  )
}
