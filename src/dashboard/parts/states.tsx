import type { ComponentChildren } from 'preact'
import type { Loaded } from '../state/resource.ts'
import { Button } from './button.tsx'
import { FailureText, type ShownFailure } from './failure-words.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'

export function Empty(props: {
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty stack">
      <span class="disc">
        <Icon name={props.icon} size={28} />
      </span>
      <h2>{props.title}</h2>
      <div class="soft">{props.children}</div>
    </div>
  )
}

/** Grey lines while something is loaded. They appear a moment later, so that a quick answer does not flash. */
export function Loading({ lines = 6 }: { readonly lines?: number }) {
  return (
    <div class="loading stack" role="status">
      <span class="spoken">Loading</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} class="loading-line" />
      ))}
    </div>
  )
}

interface FailureNoteProps {
  readonly failure: ShownFailure
  readonly retry?: () => void
}

export function FailureNote({ failure, retry }: FailureNoteProps) {
  return (
    <div class="failure alarm line" role="alert">
      <Icon name="warning" size={20} tone="bad" />
      <div class="grow">
        <FailureText failure={failure} />
      </div>
      {retry !== undefined && <Button onClick={retry}>Try again</Button>}
    </div>
  )
}

interface ShownProps<T> {
  readonly loaded: Loaded<T>
  readonly retry: () => void
  readonly children: (value: T) => ComponentChildren
}

/** A loaded value, or grey lines, or the failure. An old value is shown with the failure above it. */
export function Shown<T>({ loaded, retry, children }: ShownProps<T>) {
  if (loaded.state === 'loading') return <Loading />
  if (loaded.state === 'failed') return <FailureNote failure={loaded.failure} retry={retry} />
  return (
    <>
      {loaded.failure !== null && <FailureNote failure={loaded.failure} retry={retry} />}
      {children(loaded.value)}
    </>
  )
}
