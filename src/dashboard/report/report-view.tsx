import { Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { definitionOf, type Flow } from '../../catalogue/flows.ts'
import { type Client, send } from '../api/client.ts'
import type { LiveEvent } from '../api/live-event.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { counted } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { callOf, enabledSample } from '../start/try.ts'
import { act } from '../state/act.ts'
import { wallMs } from '../state/browser-time.ts'
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
  const isSought = ({ links }: Line) => sought !== null && links.some(({ id }) => id === sought)
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' }), [sought])
  if (groups.length === 0) return null
  const id = `report-${title.toLowerCase()}`
  return (
    <section ref={card} class="panel card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {groups.map(({ title, tone, page, lines, count = lines.length, scenario }) => (
        <details key={title} class="fold" open={(tone !== 'good' && lines.length <= mostOpen) || lines.some(isSought)}>
          <summary>
            <Icon name={tone === undefined ? 'search' : pictures[tone]} tone={tone} />
            <strong>{title}</strong>
            <span class="chip number">{count.toLocaleString('en')}</span>
          </summary>
          <ul class="report-lines stack">
            {lines.map((line, index) => (
              <li key={index} aria-current={isSought(line) || undefined}>
                <ProblemLine {...line} />
              </li>
            ))}
            <li class="line">
              {scenario !== undefined && <QueueNext use={scenario} flow={null} />}
              <DocsLink page={page}>What to do about it</DocsLink>
            </li>
          </ul>
        </details>
      ))}
    </section>
  )
}

/** Transactions of one cause that are named; the others are counted. */
const mostNamed = 8

function ProblemLine({ text, links, books }: Line) {
  return (
    <>
      <p>
        {text}
        {links.slice(0, mostNamed).map(({ view, id, words }, index) => (
          <Fragment key={id}>
            {index === 0 ? ' · ' : ', '}
            <a href={linkTo(view, id)}>{words}</a>
          </Fragment>
        ))}
        {links.length > mostNamed && ` and ${counted(links.length - mostNamed, 'other')}`}
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
  const all = situations.filter((one) => one.played).length
  return (
    <section class="panel card" aria-labelledby="report-situations">
      <h2 id="report-situations">
        Situations{' '}
        <span class="number">
          {all} of {situations.length} played
        </span>
      </h2>
      <p class="soft">
        What was played of what your code meets once it is live. Your tests and the problems above say if it did right.
      </p>
      <ul>
        {situations.map(({ name, says, flow, met, played, add }) => (
          <li key={`${name} ${flow}`} class="report-entry">
            <Icon name={met ? 'check' : played ? 'start' : 'search'} tone={met ? 'good' : undefined} />
            <div>
              <strong>{name}</strong> {flow !== null && <span class="chip">{definitionOf(flow).page.title}</span>}
              <p class="soft">
                {played && !met ? 'Played, not met yet: it is met once' : 'Asks whether'} your code {says}.
              </p>
              {add !== null && (
                <p class="line">
                  <QueueNext use={name} flow={flow} />
                  {!played && name !== lostReply && <PlayNow use={name} flow={flow} />}
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

/** Only the merchant's own code can survive it: a browser may send the call again on its own. */
const lostReply = 'lost-reply'

/** A sample call of the page plays it at once. */
function PlayNow({ use, flow }: { readonly use: string; readonly flow: Flow | null }) {
  const { client } = useSession()
  const play = async () => {
    const { currencies, callbackUrl } = await client.call('GET /_sandbox/business')
    const { url } = await client.call('GET /_sandbox/status')
    const names = {
      reference: `${use}-${Math.floor(wallMs()).toString(36)}`,
      callbackURL: callbackUrl === null ? `${url}/_sandbox/receiver` : undefined,
    }
    const { path, body } = callOf(enabledSample(flow ?? 'mobile-money', currencies), names)
    const headers = { authorization: client.key, 'content-type': 'application/json', 'x-sandbox-scenario': use }
    const answer = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return `Played ${use}: answered ${answer.status}`
  }
  return (
    <Button aria-label={`Play now: ${use}`} onClick={() => act(play, (done) => done)}>
      Play now
    </Button>
  )
}

function DocsLink({ page, children }: { readonly page: string; readonly children: string }) {
  return <a href={`/_sandbox/docs/${page}.md`}>{children}</a>
}
