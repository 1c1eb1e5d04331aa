import { CopyButton } from '../parts/copy-button.tsx'
import type { Attempt } from '../state/transaction.ts'

type Help = NonNullable<Attempt['signatureHelp']>

export function SignatureHelp({ help }: { readonly help: Help }) {
  const { scheme, header, signature, signedBytes, key, fault, usualCauses } = help
  return (
    <section class="signature alarm" aria-label="Why was it refused?">
      <h3>{fault === null ? 'Your server did not accept the signature' : `The scenario sent a ${fault} signature`}</h3>
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
        <>
          <h3>The usual causes</h3>
          <ol class="causes">
            {usualCauses.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
