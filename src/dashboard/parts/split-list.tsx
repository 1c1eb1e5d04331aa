import type { ComponentChildren } from 'preact'
import { linkTo } from '../state/router.ts'

interface SplitListProps {
  readonly name: string
  /** The view that opens what is chosen: `#/VIEW/ID`. */
  readonly view: string
  /** The id of what is shown beside the list. */
  readonly shown: string
  readonly items: readonly { readonly id: string; readonly content: ComponentChildren }[]
  /** What stands after the items. */
  readonly children?: ComponentChildren
}

/** The list beside one thing that is shown whole: each item opens its own. */
export function SplitList({ name, view, shown, items, children }: SplitListProps) {
  return (
    <section class="split-list" aria-label={name}>
      <ul>
        {items.map(({ id, content }) => (
          <li key={id}>
            <a
              class={`split-item ${view}-item`}
              href={linkTo(view, id)}
              aria-current={id === shown ? 'true' : undefined}
            >
              {content}
            </a>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
