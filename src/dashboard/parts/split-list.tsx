import type { ComponentChildren } from 'preact'
import { linkTo } from '../state/router.ts'

interface SplitItem {
  readonly id: string
  readonly content: ComponentChildren
  /** The address of an item of another view. */
  readonly to?: string
}

interface SplitListProps {
  readonly name: string
  /** The path of the view that opens an item: `#/VIEW/ID`. */
  readonly view: string
  readonly shown: string
  readonly items: readonly SplitItem[]
  readonly children?: ComponentChildren
}

export function SplitList({ name, view, shown, items, children }: SplitListProps) {
  return (
    <section class="split-list stack" aria-label={name}>
      <ul>
        {items.map(({ id, content, to = linkTo(view, id) }) => (
          <li key={id}>
            <a class={`row split-item ${view}-item`} href={to} aria-current={id === shown ? 'true' : undefined}>
              {content}
            </a>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
