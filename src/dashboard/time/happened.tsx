import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Live } from '../api/live.ts'
import { When } from '../parts/when.tsx'
import { linkTo } from '../state/router.ts'
import { type Happening, withHappened } from './happening.ts'

/** What has happened since the view was opened, the newest first. */
export function Happened({ live }: { readonly live: Live }) {
  const happened = useSignal<readonly Happening[]>([])
  useEffect(
    () =>
      live.on((events) => {
        happened.value = withHappened(happened.value, events)
      }),
    [live],
  )
  return (
    <section class="time-list card" aria-labelledby="time-happened">
      <h2 id="time-happened">Just happened</h2>
      {happened.value.length === 0 && (
        <p class="time-none soft">What time brings shows here: each step, each webhook and its answer.</p>
      )}
      <ol>
        {happened.value.map(({ at, transactionId, reference, moment }, index) => (
          // By their places: what happens changes what the lines say, and moves none of them.
          <li key={index} class="time-event">
            <When at={at} />
            <a class="time-job-reference cut" href={linkTo('transactions', transactionId)}>
              {reference}
            </a>
            <span class="time-event-what cut">
              <b class={`time-${moment.tone}`}>{moment.title}</b> <span class="soft">{moment.detail}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
