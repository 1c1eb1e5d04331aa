import { useSignal } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import type { IconName } from '../parts/icon-paths.ts'
import { keptIn } from '../parts/kept-in.ts'
import { type Flow, flowWords } from '../parts/words.ts'
import type { SampleFlow } from './sample-calls.ts'

interface FlowCardProps {
  readonly sample: SampleFlow
  readonly isOff: boolean
  readonly isOwn: boolean
  readonly play: (sample: SampleFlow, scenario: string) => void
}

export function FlowCard({ sample, isOff, isOwn, play }: FlowCardProps) {
  const { flow, trials } = sample
  const { title, direction } = flowWords[flow]
  const chosen = useSignal(trials[0]?.scenario ?? 'approve')
  return (
    <section class={`start-flow card ${isOwn ? ' start-flow-playing' : ''}`} aria-label={title}>
      <span class={`disc${direction === 'out' ? ' tint-time' : ''}`}>
        <Icon name={icons[flow]} size={20} />
      </span>
      <h2>{title}</h2>
      <select aria-label={`What happens: ${title}`} {...keptIn(chosen)}>
        {trials.map(({ scenario, label }) => (
          <option key={scenario} value={scenario}>
            {label}
          </option>
        ))}
      </select>
      <Button class="primary" disabled={isOff} onClick={() => play(sample, chosen.value)}>
        {isOwn ? 'Playing' : 'Try it'}
        <span class="spoken"> {title}</span>
      </Button>
    </section>
  )
}

const icons: Readonly<Record<Flow, IconName>> = {
  'mobile-money': 'phones',
  'virtual-account': 'bank',
  'mobile-money-payout': 'send',
  'bank-payout': 'wallets',
}
