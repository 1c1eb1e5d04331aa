import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../../control/routes.ts'
import { type Action, ActionForm, Choice } from '../business/action-form.tsx'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { sleep } from '../state/browser-time.ts'
import { useSession } from '../state/business.ts'

type Problem = AnswerOf<'POST /_sandbox/scenarios/check'>['problems'][number]

export const begun = `version: 1
scenarios:
  my-scenario:
    summary: The customer types a wrong PIN, and the webhook comes twice.
    after: 5s
    outcome: { failed: wrong_pin }
    webhook: { copies: 2 }
`

interface DraftProps {
  readonly text: Signal<string>
  /** Where the text can be saved; null if the sandbox reads no folder of scenarios. */
  readonly folder: string | null
}

export function Draft({ text, folder }: DraftProps) {
  const problems = useSignal<readonly Problem[] | null>(null)
  const open = useSignal<Action<DraftFacts> | null>(null)
  const close = () => {
    open.value = null
  }
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
        {folder !== null && <Button onClick={() => (open.value = save)}>Save</Button>}
        <Button onClick={() => (open.value = play)}>Play</Button>
      </header>
      <textarea id="draft" aria-label="Scenario file" spellcheck={false} rows={10} {...keptIn(text)} />
      <div class="scenarios-problems" role="status">
        <ul>
          {problems.value?.length === 0 && (
            <li class="tone-good">No problems found.{folder === null && ' Save it in ./scenarios to load it.'}</li>
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
      {open.value !== null && (
        <Dialog title={open.value.title} onClose={close}>
          <ActionForm action={open.value} facts={{ key: client.key, yaml: text.value, folder }} close={close} />
        </Dialog>
      )}
    </section>
  )
}

interface DraftFacts extends Pick<DraftProps, 'folder'> {
  readonly key: string
  readonly yaml: string
}

const play: Action<DraftFacts> = {
  title: 'Play the draft',
  verb: 'Play',
  will: ({ key }) => [
    `Loads the draft for ${key} until a reset or a restart, in place of its last one.`,
    'Other businesses do not have it.',
  ],
  async run(client, _entered, { key, yaml }) {
    const { data } = await client.call('POST /_sandbox/scenarios/draft', { yaml })
    return [`${key} can play ${data.map(({ name }) => name).join(', ')}: queue it, or make it the default.`]
  },
}

const save: Action<DraftFacts> = {
  title: 'Save the draft',
  verb: 'Save',
  begin: () => 'mine.yaml',
  isReady: ({ text }) => text.value !== '',
  fields: ({ text, isChosen }) => (
    <>
      <label class="stack soft">
        File
        <input autoComplete="off" {...keptIn(text)} />
      </label>
      <Choice chosen={isChosen}>Replace a file of this name</Choice>
    </>
  ),
  will: ({ key, folder }, { text, isChosen }) => [
    `Writes ${folder}/${text.value}${isChosen.value ? ', over the file of this name' : ''}.`,
    `Every business has its scenarios from then on, and the draft of ${key} ends.`,
  ],
  async run(client, { text, isChosen }, { yaml }) {
    const input = { file: text.value, yaml, replace: isChosen.value }
    const saved = await client.call('PUT /_sandbox/scenarios/files/{file}', input)
    return [`Saved ${saved.scenarios.join(', ')} in ${saved.file}.`]
  },
}
