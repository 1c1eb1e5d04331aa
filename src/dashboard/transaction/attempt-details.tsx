import { formatDuration } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { When } from '../parts/when.tsx'
import type { Attempt } from '../state/transaction.ts'
import { attemptWords } from './delivery-words.ts'
import { SignatureHelp } from './signature-help.tsx'

export function AttemptDetails({ attempt, isOpen }: { readonly attempt: Attempt; readonly isOpen: boolean }) {
  const { number, at, headers, response, durationMs, sent, signatureHelp } = attempt
  const { title, tone, icon } = attemptWords(attempt)
  return (
    <li>
      <details class="fold" open={isOpen}>
        <summary>
          <span class={`label tone-${tone}`}>
            <Icon name={icon} size={14} /> Attempt {number}: {title}
          </span>
          <span class="attempt-when faint number">
            <When at={at} />
            {durationMs !== null && ` · ${formatDuration(durationMs)}`}
            {!sent && ' · not sent'}
          </span>
        </summary>
        {signatureHelp !== undefined && response !== null && (
          <SignatureHelp help={signatureHelp} status={response.status} />
        )}
        <h3>Headers</h3>
        <dl class="headers mono">
          {Object.entries(headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {response !== null && (
          <>
            <h3>Answer</h3>
            <pre class="answer sunken">{response.body === '' ? '(empty)' : response.body}</pre>
          </>
        )}
      </details>
    </li>
  )
}
