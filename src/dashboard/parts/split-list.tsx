import type { ComponentChildren } from 'preact'
import { linkTo } from '../state/router.ts'

interface SplitListProps {
  readonly name: string
  /** The path of the view that opens an item: `#/VIEW/ID`. */
  readonly view: string
  readonly shown: string
  readonly items: readonly { readonly id: string; readonly content: ComponentChildren }[]
  readonly children?: ComponentChildren
}

export function SplitList({ name, view, shown, items, children }: SplitListProps) {
  return (
    <section class="split-list stack" aria-label={name}>
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
