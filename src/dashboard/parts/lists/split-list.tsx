import type { ComponentChildren } from 'preact'
import { go, linkTo } from '../../state/router.ts'
import { pageSize, type Wanted } from '../../state/wanted.ts'

interface SplitItem {
  readonly id: string
  readonly content: ComponentChildren
  /** The address of an item of another view. */
  readonly to?: string
}

interface SplitGroup {
  /** Null for a list of one kind. */
  readonly heading: string | null
  readonly items: readonly SplitItem[]
}

interface SplitListProps {
  readonly name: string
  /** The path of the view that opens an item: `#/VIEW/ID`. */
  readonly view: string
  readonly shown: string
  readonly groups: readonly SplitGroup[]
  /** What is searched. */
  readonly searched: string
  readonly wanted: Wanted
  /** Loads what is wanted now. */
  readonly reload: () => void
  readonly children?: ComponentChildren
}

/** Items beside the one that is shown; more are loaded once the end is in sight. */
export function SplitList({ name, view, shown, groups, searched, wanted, reload, children }: SplitListProps) {
  const { search, count } = wanted
  const [first] = groups.flatMap(({ items }) => items)
  const more = ({ currentTarget: list }: { readonly currentTarget: HTMLElement }) => {
    const isAtEnd =
      list.scrollTop + list.clientHeight * 2 > list.scrollHeight &&
      list.scrollLeft + list.clientWidth * 2 > list.scrollWidth
    if (!isAtEnd || !groups.some(({ items }) => items.length >= count.value)) return
    count.value += pageSize
    reload()
  }
  return (
    <section class="split-list stack" aria-label={name} onScroll={more}>
      <input
        type="search"
        aria-label="Search"
        placeholder={searched}
        value={search.value}
        onInput={({ currentTarget }) => {
          search.value = currentTarget.value
          count.value = pageSize
          reload()
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && first !== undefined) go(first.to ?? linkTo(view, first.id))
        }}
      />
      {groups.map(({ heading, items }) => (
        <div key={heading} class="split-group">
          {heading !== null && (
            <p class="split-heading" aria-hidden="true">
              {heading}
            </p>
          )}
          <ul aria-label={heading ?? undefined}>
            {items.map(({ id, content, to = linkTo(view, id) }) => (
              <li key={id}>
                <a class={`row split-item ${view}-item`} href={to} aria-current={id === shown ? 'true' : undefined}>
                  {content}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {children}
    </section>
  )
}
