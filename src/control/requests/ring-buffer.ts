/** The last few of many things. */
export interface RingBuffer<T> {
  /** Adds one; where there is no room for it, the oldest goes. */
  push(item: T): void
  dropOldest(): void
  newest(): Iterable<T>
}

/** An empty ring for so many things; `dropped` is told of each that goes. */
export function createRing<T>(capacity: number, dropped: (item: T) => void): RingBuffer<T> {
  const slots: (T | undefined)[] = []
  let first = 0
  let count = 0
  const dropOldest = () => {
    const oldest = slots[first]
    slots[first] = undefined
    first = (first + 1) % capacity
    count -= 1
    if (oldest !== undefined) dropped(oldest)
  }
  return {
    push(item) {
      if (count === capacity) dropOldest()
      slots[(first + count) % capacity] = item
      count += 1
    },
    dropOldest,
    *newest() {
      for (let back = count - 1; back >= 0; back--) {
        const item = slots[(first + back) % capacity]
        if (item !== undefined) yield item
      }
    },
  }
}
