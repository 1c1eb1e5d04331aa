import { CopyButton } from './copy-button.tsx'
import { jsonText, jsonTokens } from './json-tokens.ts'

export function JsonBlock({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <div class="json">
      <div class="json-copy">
        <CopyButton text={() => jsonText(value)} label={`Copy ${label}`} small />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="json-text sunken" aria-label={label} tabIndex={0}>
        <pre>
          {jsonTokens(value).map(({ kind, text }, index) => (
            <span key={index} class={`json-${kind}`}>
              {text}
            </span>
          ))}
        </pre>
      </section>
    </div>
  )
}
