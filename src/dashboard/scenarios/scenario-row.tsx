import { useSignal } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { Options } from '../parts/options.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { linkTo } from '../state/router.ts'
import { flowsText, type Scenario, sampleNumber } from './catalogue.ts'

interface RowProps {
  /** More than one: a menu chooses the code. */
  readonly scenarios: readonly Scenario[]
  readonly usual: string
  readonly changed: () => void
  readonly edit: (name: string) => void
}

export function ScenarioRow({ scenarios, usual, changed, edit }: RowProps) {
  const chosen = useSignal(usual)
  const isOpen = useSignal(false)
  const scenario = scenarios.find(({ name }) => name === chosen.value) ?? scenarios[0]
  if (scenario === undefined) return null
  const { name, summary } = scenario
  const number = sampleNumber(scenario)
  return (
    <li class="scenario row">
      <div>
        {scenarios.length === 1 ? (
          <b>{name}</b>
        ) : (
          <select aria-label="With the code" {...keptIn(chosen)} value={name}>
            <Options of={scenarios.map((one) => [one.name, `${one.result?.code ?? ''} ${one.name}`] as const)} />
          </select>
        )}
        <div class="scenario-flows faint">{flowsText(scenario)}</div>
      </div>
      <p class="soft">{summary}</p>
      <span class="scenario-number mono">
        {number}
        {number !== null && <CopyButton text={number} label={`Copy the number of ${name}`} small />}
      </span>
      <div class="joined">
        <Button
          title="What happens"
          aria-label={`What happens: ${name}`}
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Icon name="more" />
        </Button>
        <Use name={name} isDefault={name === usual} changed={changed} />
      </div>
      {isOpen.value && <WhatHappens scenario={scenario} edit={edit} />}
    </li>
  )
}

interface UseProps extends Pick<RowProps, 'changed'> {
  readonly name: string
  readonly isDefault: boolean
}

/** The ways to play a scenario: next, or usually. */
function Use({ name, isDefault, changed }: UseProps) {
  const { client } = useSession()
  const queue = async () => {
    await act(() => client.call('POST /_sandbox/scenarios/queue', { use: name }), `The next request gets ${name}`)
    changed()
  }
  const makeDefault = async () => {
    const use = isDefault ? null : name
    const done = isDefault ? 'Default reset' : `Default: ${name}`
    await act(() => client.call('PUT /_sandbox/scenarios/default', { use }), done)
    changed()
  }
  return (
    <>
      <Button aria-label={`Queue next: ${name}`} onClick={queue}>
        Queue next
      </Button>
      <Button aria-label={`Default: ${name}`} aria-pressed={isDefault} onClick={makeDefault}>
        Default
      </Button>
    </>
  )
}

interface WhatHappensProps extends Pick<RowProps, 'edit'> {
  readonly scenario: Scenario
}

function WhatHappens({ scenario: { name, own, source, forecast, mix }, edit }: WhatHappensProps) {
  return (
    <div class="scenario-more sunken stack">
      <dl>
        {mix?.map(({ scenario, share }) => (
          <div key={scenario} class="scenario-step">
            <dt class="number">{(100 * share).toFixed(1)} %</dt>
            <dd>{scenario}</dd>
          </div>
        ))}
        {forecast.map(({ after, event }, index) => (
          <div key={index} class="scenario-step">
            <dt class="number">{after}</dt>
            <dd>{event}</dd>
          </div>
        ))}
      </dl>
      <div class="line">
        <Button aria-label={`Edit as a draft: ${name}`} onClick={() => edit(name)}>
          <Icon name="edit" /> Edit as a draft
        </Button>
        {mix === null && (
          <a class="button" href={linkTo('transactions', null, name)}>
            <Icon name="transactions" /> Its transactions
          </a>
        )}
        {own && (
          <span class="faint">
            {source.file}:{source.line}
          </span>
        )}
      </div>
    </div>
  )
}
