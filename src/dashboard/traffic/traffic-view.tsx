import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import './traffic.css'
import { ShowAll } from '../board/show-all.tsx'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { VirtualList } from '../parts/lists/virtual-list.tsx'
import { Options } from '../parts/options.tsx'
import { Empty, FailureNote, Loading } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { sleep } from '../state/browser-time.ts'
import { type Session, useSession } from '../state/business.ts'
import { useKeys } from '../state/keys.ts'
import { filterOf, search } from '../state/router.ts'
import { isNarrow } from '../state/screen.ts'
import type { Delivery } from '../state/transaction.ts'
import { replayWords } from '../transaction/delivery-words.ts'
import { followLog } from './follow-log.ts'
import { filterLog, inTimeOrder, shows } from './log.ts'
import { OpenedEntry } from './opened-entry.tsx'
import { TrafficRow } from './traffic-row.tsx'

/** The control API gives this many at most. */
const mostWebhooks = 1000

/** From the last letter that is typed to the search. */
const restMs = 200

/** The search without the transaction of the address. */
const words = filterOf('search')
const show = filterOf('show')
const answer = filterOf('answer')
const showNames = [...shows].map(([name, { words }]) => [name, words] as const)
const answers = { '': 'Any answer', 2: '2xx', 4: '4xx', 5: '5xx', none: 'No answer' }

/** Every call of the merchant's code and every webhook to its server, the newest first. The argument is a transaction. */
export function TrafficView({ argument }: { readonly argument: string | null }) {
  const session = useSession()
  const isReplaying = useSignal(false)
  const searched = useSettled(words.value)
  const replay = async () => {
    isReplaying.value = true
    await act(() => replayFailed(session, argument), replayWords)
    isReplaying.value = false
  }
  return (
    <div class="board traffic">
      <header class="board-filters line">
        <h1>Traffic</h1>
        <input type="search" aria-label="Search" placeholder="Reference, path, or anything sent" {...keptIn(search)} />
        <select aria-label="Show" {...keptIn(show)}>
          <Options of={showNames} />
        </select>
        <select aria-label="Answer" {...keptIn(answer)}>
          <Options of={Object.entries(answers)} />
        </select>
        <Button disabled={isReplaying.value} onClick={replay}>
          <Icon name="replay" /> Replay all that failed
        </Button>
        <ShowAll />
      </header>
      <Log key={`${show.value} ${argument} ${searched}`} transactionId={argument} searched={searched} />
    </div>
  )
}

/** One after the other, so that the server gets them in their order. */
async function replayFailed({ client }: Session, argument: string | null): Promise<readonly Delivery[]> {
  const transactionId = argument ?? undefined
  const query = { failed: 'true', limit: mostWebhooks, transactionId, search: words.value } as const
  const { data } = await client.call('GET /_sandbox/webhooks', query)
  const rows = data.map((delivery) => ({ id: delivery.id, at: delivery.createdAt, delivery }))
  const replayed: Delivery[] = []
  for (const { id } of filterLog(rows, { show: show.value, answer: answer.value }))
    replayed.push(await client.call('POST /_sandbox/webhooks/{id}/replay', { id }))
  return replayed
}

/** Returns what a text was when it last rested: a search waits for the end of a word. */
function useSettled(text: string): string {
  const settled = useSignal(text)
  useEffect(() => {
    const over = new AbortController()
    void sleep(restMs, over.signal).then(() => {
      if (!over.signal.aborted) settled.value = text
    })
    return () => over.abort()
  }, [text])
  return settled.value
}

interface LogProps {
  readonly transactionId: string | null
  readonly searched: string
}

function Log({ transactionId, searched }: LogProps) {
  const session = useSession()
  const log = useMemo(() => {
    const wanted = shows.get(show.value) ?? { calls: {}, webhooks: {} }
    return followLog(session, { ...wanted, transactionId: transactionId ?? undefined, search: searched })
  }, [session])
  useEffect(() => log.close, [log])
  /** Null until a row was opened or closed. */
  const opened = useSignal<string | null>(null)
  const parts = log.parts.value
  const { rows, missing } = useMemo(() => inTimeOrder(parts), [parts])
  const filter = { show: show.value, answer: answer.value }
  const shown = useMemo(() => filterLog(rows, filter), [rows, ...Object.values(filter)])
  // The link to the webhooks of a transaction opens the newest one.
  const isLinked = transactionId !== null && show.value === 'webhooks'
  const openedId = opened.value ?? (isLinked ? shown[0]?.id : undefined)
  const index = shown.findIndex(({ id }) => id === openedId)
  const entry = rows.find(({ id }) => id === openedId)
  const step = (by: number) => {
    opened.value = shown[Math.min(Math.max(index + by, 0), shown.length - 1)]?.id ?? null
  }
  const close = () => (opened.value = '')
  useKeys([
    { key: 'j', does: 'Next row', run: () => step(1) },
    { key: 'k', does: 'Previous row', run: () => step(-1) },
    { key: 'Escape', does: 'Close the row', run: close },
  ])
  const failure = log.failure.value
  return (
    <>
      {failure !== null && <FailureNote failure={failure} retry={log.reload} />}
      {shown.length === 0 && <NoRow isLoading={missing !== null} isSearch={rows.length > 0 || searched !== ''} />}
      <VirtualList
        items={shown}
        rowHeight={isNarrow.value ? 64 : 34}
        label="Calls and webhooks"
        selected={index < 0 ? null : index}
        onEnd={() => missing !== null && void log.more(missing)}
        row={(row) => (
          <TrafficRow
            entry={row}
            isOpen={row.id === openedId}
            open={() => (opened.value = row.id === openedId ? '' : row.id)}
          />
        )}
      />
      {entry !== undefined && <OpenedEntry key={entry.id} entry={entry} close={close} />}
    </>
  )
}

function NoRow({ isLoading, isSearch }: { readonly isLoading: boolean; readonly isSearch: boolean }) {
  if (isLoading) return <Loading lines={12} />
  return (
    <Empty icon="calls" title={isSearch ? 'Nothing matches' : 'Nothing yet'}>
      Calls and webhooks that fit the filters appear here.
    </Empty>
  )
}
