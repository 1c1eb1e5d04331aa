import type { Client } from '../api/client.ts'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { flowWords } from '../parts/words.ts'
import { never, useAnswer, useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import { FoundSchedules } from './found.tsx'
import { type Group, otherGroups, problemGroups, uncheckedGroups, withMoney } from './groups.ts'
import './report.css'
import { type Report, type Standing, verdictOf } from './verdict.ts'

export function ReportView() {
  const { loaded, reload } = useResource(loadStanding, (event) => event.kind === 'timeline' || event.kind === 'request')
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
              <Groups title="Problems" groups={problemGroups(report)} />
              <Groups title="Probe" groups={uncheckedGroups(report.notChecked ?? [])} />
              <FoundSchedules />
              <Groups title="Expectations" groups={otherGroups(report)} />
              <CoverageCard coverage={report.coverage} />
            </>
          )
        }}
      </Shown>
    </div>
  )
}

async function loadStanding(client: Client) {
  const [report, status, calls] = await Promise.all([
    client.call('GET /_sandbox/report'),
    client.call('GET /_sandbox/status'),
    client.call('GET /_sandbox/requests', { limit: 1 }),
  ])
  return { report, status, isCalled: calls.data.length > 0 }
}

const pictures = { good: 'check', bad: 'close', neutral: 'warning' } as const

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

/** Groups with more lines than this are closed at first. */
const mostOpen = 3

function Groups({ title, groups }: { readonly title: string; readonly groups: readonly Group[] }) {
  if (groups.length === 0) return null
  const id = `report-${title.toLowerCase()}`
  return (
    <section class="panel card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {groups.map(({ title, tone, page, lines }) => (
        <details key={title} class="fold" open={tone !== 'good' && lines.length <= mostOpen}>
          <summary>
            <Icon name={tone === undefined ? 'search' : pictures[tone]} tone={tone} />
            <strong>{title}</strong>
            <span class="chip number">{lines.length.toLocaleString('en')}</span>
          </summary>
          <ul class="report-lines stack">
            {lines.map(({ text, link }, index) => (
              <li key={index}>
                <p>
                  {text}
                  {link !== null && (
                    <>
                      {' · '}
                      <a href={linkTo(link.view, link.id)}>{link.words}</a>
                    </>
                  )}
                </p>
              </li>
            ))}
            <li>
              <DocsLink page={page}>What to do about it</DocsLink>
            </li>
          </ul>
        </details>
      ))}
    </section>
  )
}

const lists = [
  { name: 'scenarios', page: 'scenarios' },
  { name: 'outcomes', page: 'scenarios' },
  { name: 'results', page: 'reference/results' },
  { name: 'faults', page: 'reference/scenario-keys' },
] as const

function CoverageCard({ coverage }: { readonly coverage: Report['coverage'] }) {
  const flows = coverage.flows.map((flow) => flowWords[flow].title)
  return (
    <section class="panel card" aria-labelledby="report-coverage">
      <h2 id="report-coverage">
        Coverage <span class="number">{coverage.percent} %</span>
      </h2>
      <p class="soft">Of everything that can happen to {flows.join(', ')}.</p>
      {lists.map(({ name, page }) => {
        const { exercised, never } = coverage[name]
        return (
          <details key={name} class="report-list">
            <summary>
              <span>{name}</span>
              <meter aria-label={name} min={0} max={exercised.length + never.length} value={exercised.length} />
              <span class="number soft">
                {exercised.length} of {exercised.length + never.length}
              </span>
            </summary>
            <p class="line">
              {exercised.map((each) => (
                <span key={each} class="chip report-done">
                  <Icon name="check" size={12} /> {each}
                </span>
              ))}
              {never.map((each) => (
                <span key={each} class="chip">
                  {each}
                </span>
              ))}
            </p>
            <DocsLink page={page}>What these are</DocsLink>
          </details>
        )
      })}
    </section>
  )
}

function DocsLink({ page, children }: { readonly page: string; readonly children: string }) {
  return <a href={`/_sandbox/docs/${page}.md`}>{children}</a>
}
