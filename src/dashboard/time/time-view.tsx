import { Loading, Shown } from '../parts/states.tsx'
import { type Session, session } from '../state/business.ts'
import { useResource } from '../state/resource.ts'
import { changesAhead } from './ahead.ts'
import { ClockCard } from './clock-card.tsx'
import { Happened } from './happened.tsx'
import { JobList } from './job-list.tsx'
import { loadAhead } from './load-ahead.ts'
import { useMover } from './mover.ts'
import { TimeLine } from './time-line.tsx'
import './time.css'

/** The clock of the business, what waits for its time, and the ways to get there. */
export function TimeView() {
  if (session.value === null) return <Loading />
  return <TimeMachine key={session.value.client.key} current={session.value} />
}

function TimeMachine({ current: { client, live } }: { readonly current: Session }) {
  const mover = useMover(client)
  const { loaded, reload } = useResource(loadAhead, changesAhead)
  return (
    <div class="frame time">
      <h1 class="spoken">Time machine</h1>
      <ClockCard mover={mover} />
      <Shown loaded={loaded.value} retry={reload}>
        {({ jobs, isCut }) => (
          <>
            <TimeLine jobs={jobs} isCut={isCut} mover={mover} />
            <div class="time-columns">
              <JobList jobs={jobs} isCut={isCut} mover={mover} />
              <Happened live={live} />
            </div>
          </>
        )}
      </Shown>
    </div>
  )
}
