import { useSignal } from '@preact/signals'
import { Icon } from '../parts/icon.tsx'
import type { IconName } from '../parts/icon-paths.ts'
import { type Flow, flowWords } from '../parts/words.ts'
import type { SampleFlow } from './sample-calls.ts'

interface FlowCardProps {
  readonly sample: SampleFlow
  /** Something is being played. */
  readonly isOff: boolean
  /** It is this flow that is being played. */
  readonly isOwn: boolean
  readonly play: (sample: SampleFlow, scenario: string) => void
}

/** A flow to try: what happens, and the button. */
export function FlowCard({ sample, isOff, isOwn, play }: FlowCardProps) {
  const { flow, about, trials } = sample
  const { title, direction } = flowWords[flow]
  const chosen = useSignal(trials[0]?.scenario ?? 'approve')
  return (
    <section class={`start-flow card start-flow-${direction}${isOwn ? ' start-flow-playing' : ''}`} aria-label={title}>
      <span class="start-flow-icon">
        <Icon name={icons[flow]} size={20} />
      </span>
      <h2>{title}</h2>
      <p class="soft">{about}</p>
      <select
        aria-label={`What happens: ${title}`}
        value={chosen.value}
        onChange={(event) => {
          chosen.value = event.currentTarget.value
        }}
      >
        {trials.map(({ scenario, label }) => (
          <option key={scenario} value={scenario}>
            {label}
          </option>
        ))}
      </select>
      <button type="button" class="primary" disabled={isOff} onClick={() => play(sample, chosen.value)}>
        <Icon name="start" size={14} />
        {isOwn ? 'Playing' : 'Try it'}
        <span class="spoken"> {title}</span>
      </button>
    </section>
  )
}

const icons: Readonly<Record<Flow, IconName>> = {
  'mobile-money': 'phones',
  'virtual-account': 'bank',
  'mobile-money-payout': 'send',
  'bank-payout': 'wallets',
}
