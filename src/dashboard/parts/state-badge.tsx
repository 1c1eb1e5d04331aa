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

/** The shape of a state: a ring, a half-filled ring, a filled circle with a tick, a filled diamond with a cross. */
export function StateShape({ status }: { readonly status: Status }) {
  return (
    <svg class={`shape is-${status.toLowerCase()}`} width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      {shapes[status]}
    </svg>
  )
}

const shapes = {
  INITIATED: <circle class="shape-line" cx="7" cy="7" r="5.2" stroke-dasharray="2.6 2" />,
  PENDING: (
    <>
      <circle class="shape-line" cx="7" cy="7" r="5.2" />
      <path class="shape-fill" d="M7 1.8a5.2 5.2 0 0 1 0 10.4Z" />
    </>
  ),
  COMPLETED: (
    <>
      <circle class="shape-fill" cx="7" cy="7" r="6" />
      <path class="shape-mark" d="M4.2 7.2l2 2 3.6-4.2" />
    </>
  ),
  FAILED: (
    <>
      <path class="shape-fill" d="M7 .4L13.6 7L7 13.6L.4 7Z" />
      <path class="shape-mark" d="M5.2 5.2l3.6 3.6M8.8 5.2l-3.6 3.6" />
    </>
  ),
} as const
