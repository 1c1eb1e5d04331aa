import { useSignal } from '@preact/signals'
import type { ReceivedCall } from '../api/live-event.ts'
import { counted, formatDuration } from '../parts/format.ts'
import { JsonBlock } from '../parts/json-block.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { When } from '../parts/when.tsx'
import { useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import './calls.css'
import { callLine } from './refusal.ts'

/** The journal: every call that the merchant's code sent, and why the sandbox refused it. */
export function CallsView() {
  const isRefusedOnly = useSignal(false)
  const { loaded, reload } = useResource(
    (client) => client.call('GET /_sandbox/requests', { limit: 200 }),
    (event) => event.kind === 'request',
  )
  return (
    <div class="frame">
      <header class="frame-head line">
        <h1>Calls</h1>
        <p class="soft">What your code really sent, newest first, and why it was refused.</p>
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
        {({ data }) => <Listed calls={data.filter((call) => !isRefusedOnly.value || callLine(call).tone === 'bad')} />}
      </Shown>
    </div>
  )
}

/** While a call is open, new calls are counted, and shown once it is closed. */
function Listed({ calls }: { readonly calls: readonly ReceivedCall[] }) {
  const opened = useSignal<{ readonly number: number; readonly calls: readonly ReceivedCall[] } | null>(null)
  const shown = opened.value?.calls ?? calls
  const more = calls.filter(({ number }) => number > (shown[0]?.number ?? 0)).length
  const open = (number: number | null) => {
    opened.value = number === null ? null : { number, calls: shown }
  }
  return (
    <List calls={shown} opened={opened.value?.number ?? null} more={opened.value === null ? 0 : more} open={open} />
  )
}

interface ListProps {
  readonly calls: readonly ReceivedCall[]
  readonly opened: number | null
  /** How many calls came while one is open. */
  readonly more: number
  readonly open: (number: number | null) => void
}

function List({ calls, opened, more, open }: ListProps) {
  if (calls.length === 0) {
    return (
      <Empty icon="calls" title="No call yet">
        Calls of this business to the service appear here as they come.
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
  const { at, method, path, headers, body, answer, durationMs, reference, transactionId, scenario } = call
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
          {why.map((line) => (
            <span key={line} class="soft">
              {line}
            </span>
          ))}
        </span>
        <span class="journal-reference cut">{reference ?? ''}</span>
      </summary>
      <div class="journal-more panel">
        {isOpen && more > 0 && (
          <button type="button" onClick={() => open(null)}>
            {counted(more, 'new call')}: close this one and show
          </button>
        )}
        <p class="soft">
          {formatDuration(durationMs)}
          {scenario !== null && ` · ${scenario}`}
          {transactionId !== null && (
            <>
              {' · '}
              <a href={linkTo('transactions', transactionId)}>its transaction</a>
            </>
          )}
        </p>
        <JsonBlock value={headers} label="headers" />
        <JsonBlock value={body} label="request" />
        <JsonBlock value={answer} label="answer" />
      </div>
    </details>
  )
}
