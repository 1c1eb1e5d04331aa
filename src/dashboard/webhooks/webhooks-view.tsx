import { useSignal } from '@preact/signals'
import type { LiveEvent } from '../api/live-event.ts'
import { Button } from '../parts/button.tsx'
import { counted } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { type Loaded, useAnswer } from '../state/resource.ts'
import { filterOf, search } from '../state/router.ts'
import type { Delivery } from '../state/transaction.ts'
import { filterSent, fits, replayWords, sentOf, states } from './sent.ts'
import { SentRow } from './sent-row.tsx'
import './webhooks.css'

/** The control API gives this many at most. */
const mostWebhooks = 1000

const state = filterOf('state')

export function WebhooksView({ argument }: { readonly argument: string | null }) {
  const { client } = useSession()
  const limit = useSignal(200)
  const selected = useSignal<ReadonlySet<string>>(new Set())
  const isReplaying = useSignal(false)
  const query = { limit: limit.value, transactionId: argument ?? undefined, ...states.get(state.value)?.query }
  const { loaded, reload } = useAnswer(isAboutWebhooks, 'GET /_sandbox/webhooks', query)
  // All of them, however old; the list has only the newest webhooks.
  const { loaded: loadedFailed, reload: reloadFailed } = useAnswer(isAboutWebhooks, 'GET /_sandbox/webhooks', {
    limit: mostWebhooks,
    failed: 'true',
    transactionId: argument ?? undefined,
  })
  const failed = shownOf(loadedFailed.value)
  /** One after the other, so that the server gets them in their order. */
  const replay = async (ids: readonly string[]) => {
    isReplaying.value = true
    const again = async () => {
      const replayed: Delivery[] = []
      for (const id of ids) replayed.push(await client.call('POST /_sandbox/webhooks/{id}/replay', { id }))
      return replayed
    }
    if ((await act(again, replayWords)) !== null) selected.value = new Set()
    isReplaying.value = false
    reload()
    reloadFailed()
  }
  return (
    <div class="frame">
      <header class="frame-head line">
        <h1>Webhooks</h1>
        <p class="soft grow">Every attempt to reach your server, the last one first.</p>
        <input type="search" aria-label="Search webhooks" placeholder="Reference or path" {...keptIn(search)} />
        <select aria-label="State" {...keptIn(state)}>
          {[...states].map(([name, { words }]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </header>
      <Shown loaded={loaded.value} retry={reload}>
        {({ data }) => {
          const shown = filterSent(sentOf(data), state.value, search.value)
          const inOrder = [...new Set(shown.toReversed().map(({ delivery }) => delivery))]
          const chosen = inOrder.filter(({ id }) => selected.value.has(id)).map(({ id }) => id)
          const select = (id: string) => {
            selected.value = new Set(selected.value.has(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
          }
          if (data.length === 0 && state.value === '' && search.value === '') {
            return (
              <Empty icon="send" title="No webhook yet">
                It is sent when a transaction reaches its final state.
              </Empty>
            )
          }
          return (
            <>
              <div class="line">
                <span class="grow faint number" role="status">
                  {counted(shown.length, 'row')} of {counted(inOrder.length, 'webhook')}
                  {data.length === limit.value && ' among the newest'}
                </span>
                <Button disabled={isReplaying.value || chosen.length === 0} onClick={() => replay(chosen)}>
                  <Icon name="replay" /> Replay selected ({chosen.length})
                </Button>
                <Button disabled={isReplaying.value || failed.length === 0} onClick={() => replay(failed)}>
                  <Icon name="replay" /> Replay all that failed ({failed.length})
                </Button>
              </div>
              <ul class="card" aria-label="Webhooks">
                {shown.map((sent) => (
                  <SentRow
                    key={sent.id}
                    sent={sent}
                    isSelected={selected.value.has(sent.delivery.id)}
                    select={select}
                    replay={isReplaying.value ? null : (id) => replay([id])}
                  />
                ))}
              </ul>
              {data.length === limit.value && limit.value < mostWebhooks && (
                <Button onClick={() => (limit.value = mostWebhooks)}>Show older ones</Button>
              )}
            </>
          )
        }}
      </Shown>
    </div>
  )
}

/** The ids of webhooks that the search and the state show. */
function shownOf(loaded: Loaded<{ readonly data: readonly Delivery[] }>): readonly string[] {
  if (loaded.state !== 'ready') return []
  return loaded.value.data.filter((one) => fits(one, state.value, search.value)).map(({ id }) => id)
}

const isAboutWebhooks = (event: LiveEvent) => event.kind === 'timeline' && event.entry.event.startsWith('webhook_')
