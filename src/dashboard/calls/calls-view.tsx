import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ReceivedCall } from '../api/live-event.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { counted, formatDuration } from '../parts/format.ts'
import { JsonBlock } from '../parts/json-block.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { When } from '../parts/when.tsx'
import { every, wallMs } from '../state/browser-time.ts'
import { useAnswer } from '../state/resource.ts'
import { filterOf, linkTo, search } from '../state/router.ts'
import { capital } from '../timeline/sign.ts'
import { curlNote, receivedCurl } from '../transaction/curl.ts'
import './calls.css'
import { callLine, scenarioWords, searchCalls } from './refusal.ts'

const [first, most] = [200, 1000]
/** Calls of no business come without an event. */
const againMs = 2000

const filter = filterOf('filter')

/** The journal: every call that the merchant's code sent, and why the sandbox refused it. The argument is a transaction. */
export function CallsView({ argument }: { readonly argument: string | null }) {
  const isOlderShown = useSignal(false)
  const isKeyless = filter.value === 'keyless'
  const isRefusedOnly = filter.value === 'refused'
  // A search and a filter are over all that the journal has.
  const limit = isOlderShown.value || isRefusedOnly || search.value !== '' ? most : first
  const asked = { limit, keyless: isKeyless ? 'true' : 'false', transactionId: argument ?? undefined } as const
  const { loaded, reload } = useAnswer((event) => event.kind === 'request', 'GET /_sandbox/requests', asked)
  useEffect(() => (isKeyless ? every(againMs, reload) : undefined), [isKeyless])
  return (
    <div class="frame">
      <header class="frame-head line">
        <h1>Calls</h1>
        <p class="soft grow">What your code sent, and why it was refused.</p>
        <input type="search" aria-label="Search calls" placeholder="Path or message" {...keptIn(search)} />
        <select aria-label="Filter" {...keptIn(filter)}>
          <option value="">All of this business</option>
          <option value="refused">Refused only</option>
          <option value="keyless">No business: no usable key</option>
        </select>
      </header>
      <Shown loaded={loaded.value} retry={reload}>
        {({ data }) => {
          const fitting = data.filter((call) => !isRefusedOnly || callLine(call).tone === 'bad')
          return (
            <>
              <CallList
                key={`${filter.value} ${search.value}`}
                calls={searchCalls(fitting, search.value)}
                isEmpty={data.length === 0}
              />
              {data.length === limit && limit < most && (
                <Button onClick={() => (isOlderShown.value = true)}>Show older ones</Button>
              )}
            </>
          )
        }}
      </Shown>
    </div>
  )
}

interface CallListProps {
  readonly calls: readonly ReceivedCall[]
  /** False if a filter hides all calls. */
  readonly isEmpty: boolean
}

/** While a call is open, new calls are counted, and shown once it is closed. */
function CallList({ calls, isEmpty }: CallListProps) {
  const opened = useSignal<{ readonly number: number; readonly calls: readonly ReceivedCall[] } | null>(null)
  const shown = opened.value?.calls ?? calls
  const close = () => {
    opened.value = null
  }
  if (shown.length === 0) {
    return (
      <Empty icon="calls" title={isEmpty ? 'No call yet' : 'Nothing matches'}>
        {isEmpty ? 'Calls to the service appear here as they come.' : 'No call fits the search and the filter.'}
      </Empty>
    )
  }
  const more = calls.filter(({ number }) => number > (shown[0]?.number ?? 0)).length
  return (
    <ul class="card">
      {shown.map((call, index) => {
        const isOpen = call.number === opened.value?.number
        return (
          // Keyed by place: a new call changes the text of the lines, and moves none of them.
          <li key={index}>
            <details
              class="journal-call"
              open={isOpen}
              onToggle={({ currentTarget }) => {
                if (currentTarget.open) opened.value = { number: call.number, calls: shown }
                else if (isOpen) close()
              }}
            >
              <CallSummary call={call} />
              {isOpen && (
                <div class="panel">
                  {more > 0 && <Button onClick={close}>{counted(more, 'new call')}: close this one and show</Button>}
                  <OpenedCall call={call} />
                </div>
              )}
            </details>
          </li>
        )
      })}
    </ul>
  )
}

function CallSummary({ call }: { readonly call: ReceivedCall }) {
  const { status, tone, why } = callLine(call)
  return (
    <summary class="row call-line">
      <When at={call.at} />
      <strong class={`tone-${tone} number`}>{status}</strong>
      <span class="journal-what stack">
        <span class="mono">
          {call.method} {call.path}
        </span>
        {why[0] !== undefined && <span class="soft cut">{why[0]}</span>}
      </span>
      <b class="journal-reference cut">{call.reference ?? ''}</b>
    </summary>
  )
}

function OpenedCall({ call }: { readonly call: ReceivedCall }) {
  const { headers, body, answer, durationMs, transactionId, scenario } = call
  return (
    <>
      {callLine(call).why.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p class="soft">
        {formatDuration(durationMs)}
        {scenario !== null && (
          <>
            {' · '}
            <a href={linkTo('scenarios', scenario.split(';')[0])}>{scenarioWords(scenario)}</a>
          </>
        )}
        {transactionId !== null && (
          <>
            {' · '}
            <a href={linkTo('transactions', transactionId)}>its transaction</a>
          </>
        )}
      </p>
      {call.bodyProblem === null && (
        <CopyButton
          text={() => receivedCurl(call, location.origin, wallMs().toString(36))}
          label="Copy as curl"
          note={curlNote}
        />
      )}
      {Object.entries({ headers, request: body ?? '(no body)', answer: answer ?? '(no answer)' }).map(
        ([label, value]) => (
          <section key={label} class="stack">
            <h2>{capital(label)}</h2>
            <JsonBlock value={value} label={label} />
          </section>
        ),
      )}
    </>
  )
}
