import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { linkTo } from '../state/router.ts'
import { lifeOf, type Scenario, sampleNumber } from './life.ts'
import { LifePicture } from './life-picture.tsx'

interface CardProps {
  readonly scenario: Scenario
  readonly isDefault: boolean
  readonly changed: () => void
  readonly edit: (name: string) => void
}

export function ScenarioCard({ scenario, isDefault, changed, edit }: CardProps) {
  const { name, summary } = scenario
  const number = sampleNumber(scenario)
  const { client } = useSession()
  const queue = async () => {
    await act(() => client.call('POST /_sandbox/scenarios/queue', { use: name }), `The next request gets ${name}`)
    changed()
  }
  const makeDefault = async () => {
    const use = isDefault ? null : name
    await act(
      () => client.call('PUT /_sandbox/scenarios/default', { use }),
      isDefault ? 'Default reset' : `Default: ${name}`,
    )
    changed()
  }
  return (
    <section class={`scenario panel card${isDefault ? ' scenario-default' : ''}`} aria-label={name}>
      <h3>{name}</h3>
      <p class="soft">{summary ?? ''}</p>
      <LifePicture steps={lifeOf(scenario)} />
      <footer class="line">
        {number !== null && (
          <span class="scenario-number mono">
            {number}
            <CopyButton text={number} label={`Copy the number of ${name}`} small />
          </span>
        )}
        <a class="button plain small" href={linkTo('transactions', null, name)} title="Its transactions">
          <Icon name="transactions" />
          <span class="spoken">Transactions of {name}</span>
        </a>
        <Button class="plain small" title="Edit as a draft" onClick={() => edit(name)}>
          <Icon name="edit" />
          <span class="spoken">Edit as a draft: {name}</span>
        </Button>
        <Button aria-label={`Queue next: ${name}`} onClick={queue}>
          Queue next
        </Button>
        <Button aria-label={`Default: ${name}`} aria-pressed={isDefault} onClick={makeDefault}>
          Default
        </Button>
      </footer>
    </section>
  )
}
