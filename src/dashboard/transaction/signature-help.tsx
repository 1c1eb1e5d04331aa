import { CopyButton } from '../parts/copy-button.tsx'
import type { Attempt } from '../state/transaction.ts'

type Help = NonNullable<Attempt['signatureHelp']>

interface HelpProps {
  readonly help: Help
  /** What the server answered. */
  readonly status: number
}

/** A 401 or 403 has many causes: a wrong signature is one of them. */
export function SignatureHelp({ help, status }: HelpProps) {
  const { scheme, header, signature, signedBytes, key, fault, usualCauses } = help
  return (
    <div class="signature alarm">
      <h3>{fault === null ? `Your server answered ${status}` : `The scenario sent a ${fault} signature`}</h3>
      {fault === null && <p>If it refused the signature, compare it with what was sent:</p>}
      <div class="signature-both">
        <dl class="headers">
          <div>
            <dt>Scheme</dt>
            <dd>{scheme}</dd>
          </div>
          <div>
            <dt>Over</dt>
            <dd>{signedBytes}</dd>
          </div>
          <div>
            <dt>Key</dt>
            <dd>{key}</dd>
          </div>
          <div>
            <dt>{header}</dt>
            <dd class="mono">
              {signature ?? 'left out'}
              {signature !== null && <CopyButton text={signature} label="Copy the signature" small />}
            </dd>
          </div>
        </dl>
        {usualCauses.length > 0 && (
          <div>
            <h3>Usual causes of a refused signature</h3>
            <ol class="causes">
              {usualCauses.map((cause) => (
                <li key={cause}>{cause}</li>
              ))}
            </ol>
          </div>
        )}
      </div>
    </div>
  )
}
