import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { visibleRange } from './visible-range.ts'

interface VirtualListProps<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** Height of one row in pixels: all have the same. */
  readonly rowHeight: number
  readonly label: string
  readonly row: (item: T, index: number) => ComponentChildren
  /** The row to keep in sight, by its index; null for none. */
  readonly selected: number | null
  /** Called with how many rows are above what is seen. */
  readonly onScroll?: (above: number) => void
}

/**
 * A list that draws only the rows in sight. Rows that come in above what somebody reads do not move it: the list
 * scrolls by what was added.
 */
export function VirtualList<T>({ items, keyOf, rowHeight, label, row, selected, onScroll }: VirtualListProps<T>) {
  const frame = useRef<HTMLDivElement>(null)
  const view = useSignal({ top: 0, height: 0 })
  useMeasured(frame, (top, height) => {
    view.value = { top, height }
    onScroll?.(Math.floor(top / rowHeight))
  })
  useAnchor(frame, items, keyOf, rowHeight)
  useEffect(() => {
    if (selected !== null) reveal(frame.current, selected * rowHeight, rowHeight)
  }, [selected, rowHeight])
  const { first, last } = visibleRange({ ...view.value, rowHeight, count: items.length })
  return (
    <div ref={frame} class="virtual">
      <ul class="virtual-all" aria-label={label} style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, index) => (
          <li
            key={keyOf(item)}
            class="virtual-row"
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
            style={{ height: `${rowHeight}px`, transform: `translateY(${(first + index) * rowHeight}px)` }}
          >
            {row(item, first + index)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Calls back with where the frame is scrolled to and how high it is, now and whenever it changes. */
function useMeasured(frame: RefObject<HTMLDivElement | null>, measured: (top: number, height: number) => void): void {
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = () => measured(element.scrollTop, element.clientHeight)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
}

/** Keeps the first row in sight where it is when rows come or go above it; at the top new rows are shown. */
function useAnchor<T>(
  frame: RefObject<HTMLDivElement | null>,
  items: readonly T[],
  keyOf: (item: T) => string,
  rowHeight: number,
): void {
  const before = useRef<{ readonly items: readonly T[]; readonly height: number }>({ items, height: rowHeight })
  useLayoutEffect(() => {
    const element = frame.current
    const { items: last, height } = before.current
    before.current = { items, height: rowHeight }
    if (element === null || last === items || height !== rowHeight || element.scrollTop < rowHeight) return
    const anchor = last[Math.floor(element.scrollTop / rowHeight)]
    const lastIndex = Math.floor(element.scrollTop / rowHeight)
    if (anchor === undefined) return
    const key = keyOf(anchor)
    const index = items.findIndex((item) => keyOf(item) === key)
    if (index >= 0 && index !== lastIndex) element.scrollTop += (index - lastIndex) * rowHeight
  }, [items, rowHeight])
}

/** Scrolls no further than it takes to see a row in full. */
function reveal(element: HTMLDivElement | null, top: number, height: number): void {
  if (element === null) return
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + height > element.scrollTop + element.clientHeight)
    element.scrollTop = top + height - element.clientHeight
}
