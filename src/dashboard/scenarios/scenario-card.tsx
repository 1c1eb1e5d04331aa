import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { act } from '../state/act.ts'
import { session } from '../state/business.ts'
import { lifeOf, type Scenario, sampleNumber } from './life.ts'
import { LifePicture } from './life-picture.tsx'

interface CardProps {
  readonly scenario: Scenario
  readonly isDefault: boolean
  readonly changed: () => void
  /** Begins a draft of one's own with it. */
  readonly edit: (name: string) => void
}

/** One scenario: its life as a picture, and the ways to choose it. */
export function ScenarioCard({ scenario, isDefault, changed, edit }: CardProps) {
  const { name, summary } = scenario
  const number = sampleNumber(scenario)
  const client = session.value?.client
  const queue = async () => {
    if (client === undefined) return
    await act(() => client.call('POST /_sandbox/scenarios/queue', { use: name }), `The next request gets ${name}`)
    changed()
  }
  const makeDefault = async () => {
    if (client === undefined) return
    const use = isDefault ? null : name
    await act(
      () => client.call('PUT /_sandbox/scenarios/default', { use }),
      isDefault ? 'Default taken back' : `Default: ${name}`,
    )
    changed()
  }
  return (
    <section class={`scenario card${isDefault ? ' scenario-default' : ''}`} aria-label={name}>
      <h3>{name}</h3>
      <p class="soft scenario-summary">{summary ?? ''}</p>
      <LifePicture steps={lifeOf(scenario)} />
      <footer>
        {number !== null && (
          <span class="scenario-number mono">
            {number}
            <CopyButton text={number} label={`Copy the number of ${name}`} small />
          </span>
        )}
        <button type="button" class="plain small" title="Edit as a draft" onClick={() => edit(name)}>
          <Icon name="edit" />
          <span class="spoken">Edit as a draft: {name}</span>
        </button>
        <button type="button" aria-label={`Queue next: ${name}`} onClick={queue}>
          Queue next
        </button>
        <button type="button" aria-label={`Default: ${name}`} aria-pressed={isDefault} onClick={makeDefault}>
          Default
        </button>
      </footer>
    </section>
  )
}
