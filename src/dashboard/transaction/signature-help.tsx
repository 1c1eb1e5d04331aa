import { CopyButton } from '../parts/copy-button.tsx'
import type { Attempt } from '../state/transaction.ts'

/** How an attempt was signed, if the server refused it. A 401 or 403 has many causes: a wrong signature is one of them. */
export function SignatureHelp({ attempt }: { readonly attempt: Attempt | undefined }) {
  if (!attempt?.signatureHelp || attempt.response === null) return null
  const { scheme, header, signature, signedBytes, key, fault, usualCauses } = attempt.signatureHelp
  return (
    <details class="signature alarm fold" open>
      <summary>
        <h3 class="tone-bad">
          {fault === null
            ? `Your server answered ${attempt.response.status}`
            : `The scenario sent a ${fault} signature`}
        </h3>
        {fault === null && <span>If it refused the signature, compare it with what was sent:</span>}
      </summary>
      <div class="signature-both">
        <dl class="headers">
          {Object.entries({ Scheme: scheme, Over: signedBytes, Key: key }).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>{header}</dt>
            <dd class="mono signature-value">
              <span class="cut">{signature ?? 'left out'}</span>
              {signature !== null && <CopyButton text={signature} label="Copy the signature" small />}
            </dd>
          </div>
        </dl>
        {usualCauses.length > 0 && (
          <div>
            <h3 class="tone-bad">Usual causes of a refused signature</h3>
            <ol class="causes">
              {usualCauses.map((cause) => (
                <li key={cause}>{cause}</li>
              ))}
            </ol>
          </div>
        )}
      </div>
    </details>
  )
}
