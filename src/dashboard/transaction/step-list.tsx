import { When } from '../parts/when.tsx'
import type { Step } from '../state/transaction.ts'

export function StepList({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol class="steps" aria-label="Steps">
      {steps.map(({ text, planned, at: happenedAt, state, why }, index) => {
        const at = happenedAt ?? planned
        return (
          <li key={index} class={`step step-${state}`}>
            <span class="step-time mono">{at !== null && <When at={at} withMs />}</span>
            <span class="step-mark" aria-hidden="true" />
            <span class="step-text">
              {state === 'cancelled' ? <s class="faint">{text}</s> : text}
              {why !== null && <span class="faint"> {why}</span>}
              {state !== 'happened' && <span class="soft"> ({stateWords[state]})</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const stateWords = { pending: 'still to come', cancelled: 'cancelled' } as const
