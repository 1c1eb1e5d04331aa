import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../../control/routes.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { sleep } from '../state/browser-time.ts'
import { useSession } from '../state/business.ts'

type Problem = AnswerOf<'POST /_sandbox/scenarios/check'>['problems'][number]

/** The draft before the user writes one. */
export const begun = `version: 1
scenarios:
  my-scenario:
    summary: The customer types a wrong PIN, and the webhook comes twice.
    after: 5s
    outcome: { failed: wrong_pin }
    webhook: { copies: 2 }
`

/** A scenario file that is checked as the user writes, with the checks of the command line. */
export function Draft({ text }: { readonly text: Signal<string> }) {
  const problems = useSignal<readonly Problem[] | null>(null)
  const { client } = useSession()
  useEffect(() => {
    const over = new AbortController()
    const check = async () => {
      await sleep(250, over.signal)
      if (over.signal.aborted) return
      const answer = await client.call('POST /_sandbox/scenarios/check', { yaml: text.value }).catch(() => null)
      if (!over.signal.aborted) problems.value = answer?.problems ?? null
    }
    void check()
    return () => over.abort()
  }, [text.value, client])
  return (
    <section class="panel card" aria-labelledby="scenarios-draft">
      <header class="line">
        <h2 id="scenarios-draft" class="grow">
          Write your own
        </h2>
        <CopyButton text={() => text.value} label="Copy the YAML" />
      </header>
      <textarea id="draft" aria-label="Scenario file" spellcheck={false} rows={10} {...keptIn(text)} />
      <div class="scenarios-problems" role="status">
        <ul>
          {problems.value?.length === 0 && (
            <li class="tone-good">No problems found. Save it in ./scenarios to load it.</li>
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
