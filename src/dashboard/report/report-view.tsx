import { useEffect, useRef } from 'preact/hooks'
import { definitionOf, type Flow } from '../../catalogue/flows.ts'
import type { Client } from '../api/client.ts'
import type { LiveEvent } from '../api/live-event.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { never, reportRestMs, useAnswer, useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import { FoundSchedules } from './found.tsx'
import { type Group, type Line, otherGroups, problemGroups, uncheckedGroups, withMoney } from './groups.ts'
import './report.css'
import { type Report, type Standing, verdictOf } from './verdict.ts'

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
              <SituationsCard situations={report.situations} />
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

interface GroupsProps {
  readonly title: string
  readonly groups: readonly Group[]
  /** The transaction whose lines are marked, and brought in sight. */
  readonly sought?: string | null
}

function Groups({ title, groups, sought = null }: GroupsProps) {
  const isSought = ({ link }: Line) => sought !== null && link?.id === sought
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' }), [sought])
  if (groups.length === 0) return null
  const id = `report-${title.toLowerCase()}`
  return (
    <section ref={card} class="panel card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {groups.map(({ title, tone, page, lines }) => (
        <details key={title} class="fold" open={(tone !== 'good' && lines.length <= mostOpen) || lines.some(isSought)}>
          <summary>
            <Icon name={tone === undefined ? 'search' : pictures[tone]} tone={tone} />
            <strong>{title}</strong>
            <span class="chip number">{lines.length.toLocaleString('en')}</span>
          </summary>
          <ul class="report-lines stack">
            {lines.map((line, index) => (
              <li key={index} aria-current={isSought(line) || undefined}>
                <ProblemLine {...line} />
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

function ProblemLine({ text, link, books }: Line) {
  return (
    <>
      <p>
        {text}
        {link !== null && (
          <>
            {' · '}
            <a href={linkTo(link.view, link.id)}>{link.words}</a>
          </>
        )}
      </p>
      {books && <Books books={books} />}
    </>
  )
}

function Books({ books: { rows, steps, more } }: { readonly books: NonNullable<Line['books']> }) {
  return (
    <>
      <table class="report-books">
        <tr>
          <td />
          <th>Ledger of the sandbox</th>
          <th>Books of your shop</th>
        </tr>
        {rows.map(({ what, ledger, shop }) => (
          <tr key={what}>
            <th>{what}</th>
            <td>{ledger}</td>
            <td>{shop}</td>
          </tr>
        ))}
      </table>
      <ol class="report-books soft" aria-label="What happened">
        {steps.map(({ after, reference, text }, index) => (
          <li key={index}>
            <span class="number">{after}</span> {rows.length > 1 && reference} {text}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ol>
    </>
  )
}

function SituationsCard({ situations }: { readonly situations: Report['situations'] }) {
  const met = situations.filter((one) => one.met).length
  return (
    <section class="panel card" aria-labelledby="report-situations">
      <h2 id="report-situations">
        Situations{' '}
        <span class="number">
          {met} of {situations.length} played
        </span>
      </h2>
      <p class="soft">
        What was played of what your code meets once it is live. Your tests and the problems above say if it did right.
      </p>
      <ul>
        {situations.map(({ name, says, flow, met, add }) => (
          <li key={`${name} ${flow}`} class="report-entry">
            <Icon name={met ? 'check' : 'search'} tone={met ? 'good' : undefined} />
            <div>
              <strong>{name}</strong> {flow !== null && <span class="chip">{definitionOf(flow).page.title}</span>}
              <p class="soft">Asks whether your code {says}.</p>
              {add !== null && (
                <p class="line">
                  <QueueNext use={name} flow={flow} />
                  <code>{add}</code> <CopyButton text={add} label={`Copy the line for ${name}`} small />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <DocsLink page="going-live">What to check before going live</DocsLink>
    </section>
  )
}

/** The next call of the merchant's code plays it. */
function QueueNext({ use, flow }: { readonly use: string; readonly flow: Flow | null }) {
  const { client } = useSession()
  const entry = { use, ...(flow !== null && { match: { flow } }) }
  const queue = () => act(() => client.call('POST /_sandbox/scenarios/queue', entry), `The next request gets ${use}`)
  return (
    <Button aria-label={`Queue next: ${use}`} onClick={queue}>
      Queue next
    </Button>
  )
}

function DocsLink({ page, children }: { readonly page: string; readonly children: string }) {
  return <a href={`/_sandbox/docs/${page}.md`}>{children}</a>
}
