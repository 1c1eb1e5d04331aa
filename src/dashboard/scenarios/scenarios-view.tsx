import { useSignal } from '@preact/signals'
import type { AnswerOf } from '../../control/routes.ts'
import type { Client } from '../api/client.ts'
import { changesAny } from '../api/live-event.ts'
import { Button } from '../parts/button.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { Empty, FailureNote, Shown } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { useResource } from '../state/resource.ts'
import { search } from '../state/router.ts'
import { groupScenarios, searchScenarios } from './catalogue.ts'
import { begun, Draft } from './draft.tsx'
import { ScenarioRow } from './scenario-row.tsx'
import './scenarios.css'

export function ScenariosView() {
  const { client } = useSession()
  const draft = useSignal(begun)
  const { loaded, reload } = useResource(loadCatalogue, changesAny('default', 'queue', 'settings'))
  const edit = async (name: string) => {
    const shown = await act(() => client.call('GET /_sandbox/scenarios/{name}', { name }), `${name} is the draft`)
    if (shown === null) return
    draft.value = shown.yaml
    document.getElementById('draft')?.focus()
  }
  return (
    <div class="frame scenarios">
      <header class="frame-head line">
        <h1>Scenarios</h1>
        <input
          type="search"
          aria-label="Search scenarios"
          placeholder="Name, number, code or words"
          {...keptIn(search)}
        />
      </header>
      <Shown loaded={loaded.value} retry={reload}>
        {({ data, problems, status }: Catalogue) => {
          const found = groupScenarios(searchScenarios(data, search.value))
          return (
            <>
              {problems.map(({ file, line, column, message }) => (
                <FailureNote
                  key={`${file}:${line}:${column}`}
                  failure={{ message: `${file}:${line}:${column} ${message}`, hint: 'Its last good version plays.' }}
                />
              ))}
              <Choices status={status} changed={reload} />
              {found.length === 0 && <Empty icon="search" title="No scenario matches" />}
              {found.map(({ title, rows }) => (
                <section key={title} class="stack" aria-label={title}>
                  <h2>{title}</h2>
                  <ul class="card">
                    {rows.map((scenarios) => (
                      <ScenarioRow
                        key={scenarios[0]?.name}
                        scenarios={scenarios}
                        usual={status.defaultScenario.use}
                        changed={reload}
                        edit={edit}
                      />
                    ))}
                  </ul>
                </section>
              ))}
            </>
          )
        }}
      </Shown>
      <Draft text={draft} folder={loaded.value.state === 'ready' ? loaded.value.value.folder : null} />
    </div>
  )
}

interface Catalogue extends Loaded {
  readonly status: Status
}
type Loaded = AnswerOf<'GET /_sandbox/scenarios'>
type Status = AnswerOf<'GET /_sandbox/status'>

async function loadCatalogue(client: Client): Promise<Catalogue> {
  const [scenarios, status] = await Promise.all([
    client.call('GET /_sandbox/scenarios'),
    client.call('GET /_sandbox/status'),
  ])
  return { ...scenarios, status }
}

/** The scenarios of the next requests that name none. */
function Choices({ status, changed }: { readonly status: Status; readonly changed: () => void }) {
  const { queue, defaultScenario } = status
  const { client } = useSession()
  const clear = async () => {
    await act(() => client.call('DELETE /_sandbox/scenarios/queue'), 'The queue is empty')
    changed()
  }
  return (
    <div class="scenarios-choices line" role="status">
      <span>
        Default: <strong>{defaultScenario.use}</strong>
      </span>
      <span>Queue: {queue.length === 0 && 'empty'}</span>
      {queue.map(({ use, remaining, waitsFor }, index) => (
        <span key={index} class="chip" title={waitsFor}>
          {use} ×{remaining}
        </span>
      ))}
      {queue.length > 0 && (
        <Button class="small" onClick={clear}>
          Clear the queue
        </Button>
      )}
    </div>
  )
}
