import { useLayoutEffect } from 'preact/hooks'
import { changesAny, type LiveEvent } from '../api/live-event.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { changesPhones } from '../phones/phone.ts'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { useAnswer, useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import { type Status, status } from '../state/status.ts'

export function useStatus() {
  const { loaded, reload } = useResource(({ call }) => call('GET /_sandbox/status'), changesStatus, [], restMs)
  useLayoutEffect(() => {
    status.value = loaded.value.state === 'ready' ? loaded.value.value : null
  }, [loaded.value])
  return reload
}

/** It counts the whole business. */
const restMs = 500

function changesStatus(event: LiveEvent): boolean {
  if (event.kind === 'timeline')
    return /^created$|^settled$|^webhook_(?:exhausted|delivered|replayed)$/.test(event.entry.kind)
  return changesAny('default', 'queue', 'settings', 'seal')(event)
}

/** What the user should look at. */
export interface Waiting {
  /** Transactions that wait for a phone. */
  readonly prompts: number
  /** Webhooks that were given up. */
  readonly failed: number
}

/** What waits for the user, counted for the navigation and the title of the tab. */
export function useWaiting(): Waiting {
  const { loaded } = useAnswer(changesPhones, 'GET /_sandbox/phones', { limit: 1 })
  return {
    prompts: loaded.value.state === 'ready' ? loaded.value.value.waiting : 0,
    failed: status.value?.webhooks.exhausted ?? 0,
  }
}

/** `2 waiting, 1 failed · Phones · payments-sandbox`. */
export function tabTitle(view: string, { prompts, failed }: Waiting): string {
  const counts = [prompts > 0 && `${prompts} waiting`, failed > 0 && `${failed} failed`].filter(Boolean).join(', ')
  return [counts, view, 'payments-sandbox'].filter(Boolean).join(' · ')
}

/** The scenario of the next call, unless it is the usual one. */
export function NextCall({ status: { queue, defaultScenario } }: { readonly status: Status }) {
  const [first, ...more] = queue
  if (first === undefined && defaultScenario.by === 'file') return null
  const times = first !== undefined && first.remaining > 1 ? ` × ${first.remaining}` : ''
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  const then = defaultScenario.by === 'business' ? `, then ${defaultScenario.use}` : ''
  const words =
    first === undefined ? `default: ${defaultScenario.use}` : `next call: ${first.use}${times}${others}${then}`
  const calls = queue.reduce((sum, { remaining }) => sum + remaining, 0)
  return (
    <a class="next-call chip tint-time" href={linkTo('scenarios')} title={first?.waitsFor ?? words}>
      <Icon name="scenarios" size={14} />
      <span class="next-call-words cut">{words}</span>
      {calls > 0 && (
        <span class="next-call-count number" aria-hidden="true">
          {calls}
        </span>
      )}
    </a>
  )
}

/** Above every view while the business is sealed. */
export function Sealed({ changed }: { readonly changed: () => void }) {
  const { client } = useSession()
  const unseal = async () => {
    await act(
      () => client.call('POST /_sandbox/unseal'),
      ({ key }) => `${key} is open again`,
    )
    changed()
  }
  return (
    <div class="sealed alarm line">
      <Icon name="warning" tone="bad" />
      <p class="grow">
        <b>{client.key} is sealed.</b> It serves no call, and what is due waits.
      </p>
      <Button onClick={unseal}>Unseal</Button>
    </div>
  )
}
