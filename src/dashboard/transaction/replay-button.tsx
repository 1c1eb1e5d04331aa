import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { status } from '../state/status.ts'
import type { Delivery } from '../state/transaction.ts'
import { isBusy, isFailing, replayWords } from './delivery-words.ts'

interface ReplayProps {
  readonly delivery: Delivery
  /** The webhook in the label, such as `webhook 2`. */
  readonly name: string
}

/** A webhook goes where its request or the business said then. If it fails there, the callback URL of now is offered, too. */
export function ReplayButton({ delivery, name }: ReplayProps) {
  const { client } = useSession()
  const { id, url, transactionId } = delivery
  const now = status.value?.callbackUrl
  const isMoved = now != null && now !== url && isFailing(delivery)
  const send = (again: () => Promise<Delivery>) => act(again, (sent) => replayWords([sent]))
  return (
    <>
      <Button
        aria-label={`Replay ${name}`}
        title={`To ${url}`}
        disabled={isBusy(delivery)}
        onClick={() => send(() => client.call('POST /_sandbox/webhooks/{id}/replay', { id }))}
      >
        <Icon name="replay" /> Replay{isMoved && ` to ${url}`}
      </Button>
      {isMoved && (
        <Button onClick={() => send(() => client.call('POST /_sandbox/webhooks', { transactionId, url: now }))}>
          <Icon name="send" /> Send it to {now}
        </Button>
      )}
    </>
  )
}
