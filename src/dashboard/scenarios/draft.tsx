import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../../control/routes.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { sleep } from '../state/browser-time.ts'
import { session } from '../state/business.ts'

type Problem = AnswerOf<'POST /_sandbox/scenarios/check'>['problems'][number]

/** The draft before anything is written. */
export const begun = `version: 1
scenarios:
  my-scenario:
    summary: The customer types a wrong PIN, and the webhook comes twice.
    after: 5s
    outcome: { failed: wrong_pin }
    webhook: { copies: 2 }
`

/** A scenario file to write and to check as it is written, by the same checks as the command line's. */
export function Draft({ text }: { readonly text: Signal<string> }) {
  const problems = useSignal<readonly Problem[] | null>(null)
  const client = session.value?.client
  useEffect(() => {
    const over = new AbortController()
    const check = async () => {
      await sleep(250, over.signal)
      if (over.signal.aborted || client === undefined) return
      const answer = await client.call('POST /_sandbox/scenarios/check', { yaml: text.value }).catch(() => null)
      if (!over.signal.aborted) problems.value = answer?.problems ?? null
    }
    void check()
    return () => over.abort()
  }, [text.value, client])
  return (
    <section class="card scenarios-draft" aria-labelledby="scenarios-draft">
      <header>
        <h2 id="scenarios-draft">Write your own</h2>
        <CopyButton text={() => text.value} label="Copy the YAML" />
      </header>
      <textarea
        id="draft"
        aria-label="Scenario file"
        spellcheck={false}
        rows={10}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
        }}
      />
      <div class="scenarios-problems" role="status">
        <ul>
          {problems.value?.length === 0 && (
            <li class="scenarios-right">It is right. Save it in ./scenarios to load it.</li>
          )}
          {problems.value?.map(({ line, column, message }) => (
            <li key={`${line} ${column} ${message}`}>
              <span class="mono">
                {line}:{column}
              </span>{' '}
              {message}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
