import { Icon } from '../parts/icon.tsx'
import { StateShape } from '../parts/state-badge.tsx'
import { isStatus } from '../parts/words.ts'
import type { LifeStep } from './life.ts'

export function LifePicture({ steps }: { readonly steps: readonly LifeStep[] }) {
  return (
    <ol class="life-row">
      {steps.map((step, index) =>
        step === null ? (
          <li key={index} class="life-sign">
            <Icon name="more" size={14} />
          </li>
        ) : (
          <li key={index} class={`life-sign tone-${step.tone}`} title={step.detail}>
            {isStatus(step.icon) ? <StateShape status={step.icon} /> : <Icon name={step.icon} size={14} />}
            <span class="life-title">{step.title}</span>
            <span class="faint number">{step.when}</span>
          </li>
        ),
      )}
    </ol>
  )
}
