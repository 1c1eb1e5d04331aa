import type { LiveEvent, ReceivedCall } from '../api/live-event.ts'
import { JsonBlock } from '../parts/json-block.tsx'
import { Shown } from '../parts/states.tsx'
import { useAnswer } from '../state/resource.ts'

export function useCalls(id: string) {
  const isAbout = (event: LiveEvent) => event.kind === 'request' && event.call.transactionId === id
  return useAnswer(isAbout, 'GET /_sandbox/requests', { transactionId: id, limit: 50 })
}

export function Calls({ id }: { readonly id: string }) {
  const { loaded, reload } = useCalls(id)
  return (
    <Shown loaded={loaded.value} retry={reload}>
      {({ data }) =>
        data.length === 0 ? (
          <p class="soft tx-none">The journal has no call about it any more.</p>
        ) : (
          <ul class="calls stack">
            {data.toReversed().map((call, index) => (
              <li key={call.number}>
                <OneCall call={call} isOpen={index === 0} />
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  )
}

function OneCall({ call, isOpen }: { readonly call: ReceivedCall; readonly isOpen: boolean }) {
  const { method, path, status, body, answer } = call
  return (
    <details class="fold card" open={isOpen}>
      <summary>
        <strong class="mono grow">
          {method} {path}
        </strong>
        <span class="faint number">{status ?? 'no answer'}</span>
      </summary>
      <h3>Request</h3>
      <JsonBlock value={body ?? '(no body)'} label="request" />
      <h3>Answer</h3>
      <JsonBlock value={answer ?? '(no answer)'} label="answer" />
    </details>
  )
}
