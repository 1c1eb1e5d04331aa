import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { HappeningOf } from '../../domain/happening.ts'
import { transferText } from '../../words/happening.ts'
import type { TimelineEntry } from '../api/live-event.ts'
import { formatSum } from '../parts/format.ts'
import { When } from '../parts/when.tsx'
import { useSession } from '../state/business.ts'
import { never, useAnswer } from '../state/resource.ts'
import { About } from './job-list.tsx'
import { withHappened } from './with-happened.ts'

export function Happened() {
  const { live } = useSession()
  const happened = useSignal<readonly TimelineEntry[]>([])
  useEffect(
    () =>
      live.on((events) => {
        happened.value = withHappened(happened.value, events)
      }),
    [live],
  )
  const paid = new Set(happened.value.flatMap((one) => (isTransfer(one) ? one.transactionId : [])))
  const { loaded } = useAnswer(never, 'GET /_sandbox/transactions', { id: [...paid].join(',') })
  const data = loaded.value.state === 'ready' ? loaded.value.value.data : []
  const textOf = (entry: TimelineEntry) => {
    const currency = data.find(({ id }) => id === entry.transactionId)?.currency
    if (!isTransfer(entry) || currency === undefined) return entry.text
    return transferText(entry, formatSum(entry.amount, currency))
  }
  return (
    <section class="panel card" aria-labelledby="time-happened">
      <h2 id="time-happened">Just happened</h2>
      {happened.value.length === 0 && (
        <p class="soft">New events appear here: each step, each webhook and its answer.</p>
      )}
      <ol>
        {happened.value.map((entry, index) => (
          // Keyed by place: a new event changes the text of the lines, and moves none of them.
          <li key={index} class="time-event time-job line">
            <When at={entry.at} />
            <About {...entry} text={textOf(entry)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function isTransfer(entry: TimelineEntry): entry is TimelineEntry & HappeningOf<'transfer_received'> {
  return entry.kind === 'transfer_received'
}
