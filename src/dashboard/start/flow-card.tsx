import { useSignal } from '@preact/signals'
import { type Flow, flowDefinitions } from '../../catalogue/flows.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { keptIn } from '../parts/kept-in.ts'

interface FlowCardProps {
  readonly flow: Flow
  readonly isOff: boolean
  readonly isOwn: boolean
  readonly play: (flow: Flow, scenario: string) => void
}

export function FlowCard({ flow, isOff, isOwn, play }: FlowCardProps) {
  const { page, direction } = flowDefinitions[flow]
  const { title, icon } = page
  const trials = Object.entries(page.trials)
  const chosen = useSignal(trials[0]?.[0] ?? 'approve')
  return (
    <section class={`start-flow card ${isOwn ? ' start-flow-playing' : ''}`} aria-label={title}>
      <span class={`disc${direction === 'out' ? ' tint-time' : ''}`}>
        <Icon name={icon} size={20} />
      </span>
      <h2>{title}</h2>
      <select aria-label={`What happens: ${title}`} {...keptIn(chosen)}>
        {trials.map(([scenario, label]) => (
          <option key={scenario} value={scenario}>
            {label}
          </option>
        ))}
      </select>
      <Button class="primary" disabled={isOff} onClick={() => play(flow, chosen.value)}>
        {isOwn ? 'Playing' : 'Try it'}
        <span class="spoken"> {title}</span>
      </Button>
    </section>
  )
}
