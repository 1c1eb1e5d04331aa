import type { Client } from '../api/client.ts'
import type { LiveEvent } from '../api/live-event.ts'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { never, reportRestMs, useAnswer, useResource } from '../state/resource.ts'
import { FoundSchedules } from './found.tsx'
import { otherGroups, problemGroups, uncheckedGroups, withMoney } from './groups.ts'
import { Groups, pictures } from './groups-card.tsx'
import './report.css'
import { SituationsCard } from './situations-card.tsx'
import { type Standing, verdictOf } from './verdict.ts'

/** The argument is a transaction: its findings are shown first. */
export function ReportView({ argument }: { readonly argument: string | null }) {
  const { loaded, reload } = useResource(loadStanding, isStale, [], reportRestMs)
  // Only when the view opens: with a probe in the config file it asks the merchant's server about every order.
  const { loaded: asked } = useAnswer(never, 'GET /_sandbox/report', { probe: 'true' })
  const money = asked.value.state === 'ready' ? asked.value.value : null
  return (
    <div class="frame report">
      <h1>Report</h1>
      <Shown loaded={loaded.value} retry={reload}>
        {(standing: Awaited<ReturnType<typeof loadStanding>>) => {
          const report = withMoney(standing.report, money)
          return (
            <>
              <VerdictCard standing={{ ...standing, report }} />
              <Groups title="Problems" groups={problemGroups(report)} sought={argument} />
              <Groups title="Probe" groups={uncheckedGroups(report.notChecked ?? [])} />
              <FoundSchedules />
              <Groups title="Expectations" groups={otherGroups(report)} />
              <SituationsCard report={report} />
            </>
          )
        }}
      </Shown>
    </div>
  )
}

function isStale({ kind }: LiveEvent): boolean {
  return kind === 'timeline' || kind === 'request'
}

async function loadStanding(client: Client) {
  const [report, status, calls] = await Promise.all([
    client.call('GET /_sandbox/report'),
    client.call('GET /_sandbox/status'),
    client.call('GET /_sandbox/requests', { limit: 1 }),
  ])
  return { report, status, isCalled: calls.data.length > 0 }
}

function VerdictCard({ standing }: { readonly standing: Standing }) {
  const { tone, title, more } = verdictOf(standing)
  return (
    <section class="report-verdict line card" aria-label="Verdict">
      <Icon name={pictures[tone]} tone={tone} size={28} />
      <div class="grow" role="status">
        <h2>{title}</h2>
        {more !== '' && <p class="soft">{more}</p>}
      </div>
    </section>
  )
}
