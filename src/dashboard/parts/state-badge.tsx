import { Drawn } from './drawn.tsx'
import { stateShapes } from './state-shapes.ts'
import { type Status, statusWords } from './words.ts'

/** A state as shape, colour and word: any one of them is enough. */
export function StateBadge({ status }: { readonly status: Status }) {
  return (
    <span class={`state label is-${status.toLowerCase()}`}>
      <StateShape status={status} />
      {statusWords[status]}
    </span>
  )
}

export function StateShape({ status }: { readonly status: Status }) {
  return (
    <svg class={`shape is-${status.toLowerCase()}`} width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <Drawn markup={stateShapes[status]} />
    </svg>
  )
}
