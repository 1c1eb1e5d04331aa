import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { When } from '../parts/when.tsx'
import { isStatus } from '../parts/words.ts'
import type { Step } from '../state/transaction.ts'
import { drawingOf } from '../timeline/step-drawing.ts'

interface StepListProps {
  readonly steps: readonly Step[]
  readonly selected: number | null
  readonly open: (step: number) => void
}

export function StepList({ steps, selected, open }: StepListProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // Within the list only: the page stays where it is.
    const [all, row] = [list.current, list.current?.children[selected ?? -1]]
    if (!(row instanceof HTMLElement) || all === null) return
    const top = row.offsetTop - all.offsetTop
    all.scrollTop = Math.max(Math.min(all.scrollTop, top), top + row.offsetHeight - all.clientHeight)
  }, [selected])
  return (
    <ol ref={list} class="steps" aria-label="Steps">
      {steps.map((step, index) => {
        const { text, planned, at: happenedAt, state, why } = step
        const at = happenedAt ?? planned
        return (
          <li key={index}>
            <Button
              class={`row step plain step-${state}`}
              aria-pressed={index === selected}
              onClick={() => open(index)}
            >
              <span class="step-time mono">{at !== null && <When at={at} withMs />}</span>
              <span class={`step-mark ${toneOf(step)}`} aria-hidden="true" />
              <span class="step-text">
                {state === 'cancelled' ? <s class="faint">{text}</s> : text}
                {why !== null && <span class="faint"> {why}</span>}
                {state !== 'happened' && <span class="soft"> ({stateWords[state]})</span>}
              </span>
            </Button>
          </li>
        )
      })}
    </ol>
  )
}

const stateWords = { pending: 'still to come', cancelled: 'cancelled' } as const

/** The colour of what happened, as in the picture. */
function toneOf(step: Step): string {
  const drawing = step.state === 'happened' ? drawingOf(step) : null
  if (drawing === null) return ''
  return isStatus(drawing.icon) ? `is-${drawing.icon.toLowerCase()}` : `tone-${drawing.tone}`
}
