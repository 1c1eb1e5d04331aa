import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { TimelineEntry } from '../api/live-event.ts'
import { When } from '../parts/when.tsx'
import { useSession } from '../state/business.ts'
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
            <About {...entry} />
          </li>
        ))}
      </ol>
    </section>
  )
}
