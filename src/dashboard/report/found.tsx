import type { AnswerOf } from '../../control/routes.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { never, useAnswer } from '../state/resource.ts'
import { TimelinePicture } from '../timeline/timeline-picture.tsx'
import { timelineSigns } from '../timeline/timeline-signs.ts'

type Found = AnswerOf<'GET /_sandbox/found'>['data'][number]
type Timelines = NonNullable<Found['evidence']>['plain']

/** What explore found in the merchant's tests: the plain run beside the run that failed. */
export function FoundSchedules() {
  const { loaded } = useAnswer(never, 'GET /_sandbox/found')
  if (loaded.value.state !== 'ready' || loaded.value.value.data.length === 0) return null
  return (
    <section class="panel card" aria-labelledby="report-found">
      <h2 id="report-found">Found by explore</h2>
      <ul>
        {loaded.value.value.data.map((found) => (
          <li key={found.file} class="report-entry">
            <Icon name="warning" tone="bad" />
            <div>
              <strong>Your test fails when {found.sentence}</strong>
              <FoundSchedule found={found} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FoundSchedule({ found: { file, schedule, evidence } }: { readonly found: Found }) {
  const replay = `payments-sandbox exec --schedule ${file} -- `
  const orders = [...new Set(schedule.map(({ order }) => order))]
  return (
    <>
      {evidence && <pre class="report-message">{evidence.message}</pre>}
      <p class="line">
        <code>{replay}YOUR COMMAND</code> <CopyButton text={replay} label="Copy the command" small />
      </p>
      {evidence &&
        orders.map((order) => (
          <div key={order}>
            <Played title={`Transaction ${order} in the plain run`} timelines={evidence.plain} order={order} />
            <Played title={`Transaction ${order} when the test fails`} timelines={evidence.failing} order={order} />
          </div>
        ))}
    </>
  )
}

interface PlayedProps {
  readonly title: string
  readonly timelines: Timelines
  readonly order: number
}

function Played({ title, timelines, order }: PlayedProps) {
  const played = timelines[order - 1]
  if (played === undefined) return null
  return (
    <>
      <h3>
        {title} <span class="faint">{played.reference}</span>
      </h3>
      <TimelinePicture signs={timelineSigns(played)} />
    </>
  )
}
