import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ReceivedCall } from '../api/live-event.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { counted, formatDuration } from '../parts/format.ts'
import { JsonBlock } from '../parts/json-block.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { When } from '../parts/when.tsx'
import { every, wallMs } from '../state/browser-time.ts'
import { useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import { capital } from '../timeline/sign.ts'
import { curlNote, receivedCurl } from '../transaction/curl.ts'
import './calls.css'
import { callLine, scenarioWords, searchCalls } from './refusal.ts'

/** How many calls are loaded first, and at most. */
const [first, most] = [200, 1000]
/** Calls of no business come without an event. */
const againMs = 2000

/** The journal: every call that the merchant's code sent, and why the sandbox refused it. The argument is searched for. */
export function CallsView({ argument }: { readonly argument: string | null }) {
  const search = useSignal(argument ?? '')
  const keyless = useSignal<'true' | 'false'>('false')
  const isOlderShown = useSignal(false)
  const isRefusedOnly = useSignal(false)
  const transactionId = argument !== null && search.value === argument ? argument : undefined
  // A search and a filter are over all that the journal has.
  const limit = isOlderShown.value || isRefusedOnly.value || search.value !== '' ? most : first
  const { loaded, reload } = useResource(
    (client) => client.call('GET /_sandbox/requests', { limit, keyless: keyless.value, transactionId }),
    (event) => event.kind === 'request',
    [limit, keyless.value, transactionId],
  )
  useEffect(() => {
    search.value = argument ?? ''
  }, [argument])
  useEffect(() => (keyless.value === 'true' ? every(againMs, reload) : undefined), [keyless.value])
  return (
    <div class="frame">
      <header class="frame-head line">
        <h1>Calls</h1>
        <p class="soft grow">What your code sent, and why it was refused.</p>
        <input type="search" aria-label="Search calls" placeholder="Path or message" {...keptIn(search)} />
        <select
          aria-label="Business of the calls"
          value={keyless.value}
          onChange={({ currentTarget }) => (keyless.value = currentTarget.value === 'true' ? 'true' : 'false')}
        >
          <option value="false">This business</option>
          <option value="true">No business: no usable key</option>
        </select>
        <label class="journal-filter line">
          <input
            type="checkbox"
            checked={isRefusedOnly.value}
            onChange={({ currentTarget }) => (isRefusedOnly.value = currentTarget.checked)}
          />
          Refused only
        </label>
      </header>
      <Shown loaded={loaded.value} retry={reload}>
        {({ data }) => {
          const fitting = data.filter((call) => !isRefusedOnly.value || callLine(call).tone === 'bad')
          return (
            <>
              <Listed
                key={`${keyless.value} ${isRefusedOnly.value} ${search.value}`}
                calls={searchCalls(fitting, search.value)}
                isEmpty={data.length === 0}
              />
              {data.length === limit && limit < most && (
                <button type="button" onClick={() => (isOlderShown.value = true)}>
                  Show older ones
                </button>
              )}
            </>
          )
        }}
      </Shown>
    </div>
  )
}

/** While a call is open, new calls are counted, and shown once it is closed. */
function Listed({ calls, isEmpty }: { readonly calls: readonly ReceivedCall[]; readonly isEmpty: boolean }) {
  const opened = useSignal<{ readonly number: number; readonly calls: readonly ReceivedCall[] } | null>(null)
  const shown = opened.value?.calls ?? calls
  const more = calls.filter(({ number }) => number > (shown[0]?.number ?? 0)).length
  const open = (number: number | null) => {
    opened.value = number === null ? null : { number, calls: shown }
  }
  return (
    <List
      isEmpty={isEmpty}
      calls={shown}
      opened={opened.value?.number ?? null}
      more={opened.value === null ? 0 : more}
      open={open}
    />
  )
}

interface ListProps {
  readonly calls: readonly ReceivedCall[]
  readonly opened: number | null
  /** False if a filter hides all calls. */
  readonly isEmpty: boolean
  /** How many calls came while one is open. */
  readonly more: number
  readonly open: (number: number | null) => void
}

function List({ calls, opened, isEmpty, more, open }: ListProps) {
  if (calls.length === 0) {
    return (
      <Empty icon="calls" title={isEmpty ? 'No call yet' : 'Nothing matches'}>
        {isEmpty ? 'Calls to the service appear here as they come.' : 'No call fits the search and the filter.'}
      </Empty>
    )
  }
  return (
    <ul class="journal-list card">
      {calls.map((call, index) => (
        // Keyed by place: a new call changes the text of the lines, and moves none of them.
        <li key={index}>
          <OneCall call={call} more={more} isOpen={call.number === opened} open={open} />
        </li>
      ))}
    </ul>
  )
}

interface OneCallProps extends Pick<ListProps, 'more' | 'open'> {
  readonly call: ReceivedCall
  readonly isOpen: boolean
}

function OneCall({ call, more, isOpen, open }: OneCallProps) {
  const { at, method, path, reference } = call
  const { status, tone, why } = callLine(call)
  return (
    <details
      class="journal-call"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) open(call.number)
        else if (isOpen) open(null)
      }}
    >
      <summary>
        <When at={at} />
        <strong class={`tone-${tone} number`}>{status}</strong>
        <span class="journal-what stack">
          <span class="mono">
            {method} {path}
          </span>
          {why[0] !== undefined && <span class="soft cut">{why[0]}</span>}
        </span>
        <span class="journal-reference cut">{reference ?? ''}</span>
      </summary>
      {isOpen && <Opened call={call} why={why} more={more} close={() => open(null)} />}
    </details>
  )
}

interface OpenedProps {
  readonly call: ReceivedCall
  readonly why: readonly string[]
  readonly more: number
  readonly close: () => void
}

function Opened({ call, why, more, close }: OpenedProps) {
  const { headers, body, answer, durationMs, transactionId, scenario } = call
  return (
    <div class="journal-more panel">
      {more > 0 && (
        <button type="button" onClick={close}>
          {counted(more, 'new call')}: close this one and show
        </button>
      )}
      {why.map((line) => (
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
      {Object.entries({ headers, request: body, answer }).map(([label, value]) => (
        <section key={label} class="stack">
          <h2>{capital(label)}</h2>
          <JsonBlock value={value} label={label} />
        </section>
      ))}
    </div>
  )
}
