import { useSignal } from '@preact/signals'
import { Shown } from '../parts/states.tsx'
import { useResource } from '../state/resource.ts'
import { Draft } from './draft.tsx'
import { type Scenario, searchScenarios } from './life.ts'
import { ScenarioCard } from './scenario-card.tsx'
import './scenarios.css'

/** The catalogue: what each scenario does, how it is chosen, and a draft of one's own. */
export function ScenariosView() {
  const search = useSignal('')
  const { loaded, reload } = useResource(
    async (client) => {
      const [{ data }, status] = await Promise.all([
        client.call('GET /_sandbox/scenarios'),
        client.call('GET /_sandbox/status'),
      ])
      return { data, status }
    },
    (event) => event.kind === 'request',
  )
  return (
    <div class="scenarios">
      <header class="scenarios-head">
        <h1>Scenarios</h1>
        <input
          type="search"
          aria-label="Search scenarios"
          placeholder="Name, number or result"
          value={search.value}
          onInput={(event) => {
            search.value = event.currentTarget.value
          }}
        />
      </header>
      <Shown loaded={loaded.value} retry={reload}>
        {({ data, status }) => (
          <>
            <p class="scenarios-queue" role="status">
              <span>
                Default: <strong>{status.defaultScenario.use}</strong>
              </span>
              <span>
                Queue:{' '}
                {status.queue.length === 0
                  ? 'empty'
                  : status.queue.map(({ use, remaining }) => `${use} ×${remaining}`).join(', ')}
              </span>
            </p>
            <ul class="scenarios-list">
              {searchScenarios(data, search.value).map((scenario: Scenario) => (
                <li key={scenario.name}>
                  <ScenarioCard
                    scenario={scenario}
                    isDefault={scenario.name === status.defaultScenario.use}
                    changed={reload}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
      <Draft />
    </div>
  )
}
