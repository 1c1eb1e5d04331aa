import { Shown } from '../parts/states.tsx'
import { useResource } from '../state/resource.ts'
import { changesAhead, loadAhead } from './ahead.ts'
import { ClockCard } from './clock-card.tsx'
import { Happened } from './happened.tsx'
import { JobList } from './job-list.tsx'
import { useMover } from './mover.ts'
import { TimeLine } from './time-line.tsx'
import './time.css'

export function TimeView() {
  const mover = useMover()
  const { loaded, reload } = useResource(loadAhead, changesAhead)
  return (
    <div class="frame time">
      <h1 class="spoken">Time machine</h1>
      <ClockCard mover={mover} />
      <Shown loaded={loaded.value} retry={reload}>
        {({ jobs, isCut }) => (
          <>
            <TimeLine jobs={jobs} isCut={isCut} mover={mover} />
            <div class="columns">
              <JobList jobs={jobs} isCut={isCut} mover={mover} />
              <Happened />
            </div>
          </>
        )}
      </Shown>
    </div>
  )
}
