import { type Signal, useSignal } from '@preact/signals'

/** What a side list asks the sandbox for: a search, and how many of its results. */
export interface Wanted {
  readonly search: Signal<string>
  readonly count: Signal<number>
}

/** So many are added when the end of the list is reached. */
export const pageSize = 100

export function useWanted(): Wanted {
  return { search: useSignal(''), count: useSignal(pageSize) }
}

interface At {
  readonly search: string
  readonly limit: number
  readonly after: string | undefined
}

interface Page<T> {
  readonly data: readonly T[]
  readonly next: string | null
}

/** The control API gives this many at most. */
const mostAtOnce = 1000

/** Loads what is wanted of a list, page by page. */
export async function loadWanted<T>({ search, count }: Wanted, page: (at: At) => Promise<Page<T>>) {
  const [text, wanted] = [search.value, count.value]
  const loaded: T[] = []
  let after: string | undefined
  do {
    const { data, next } = await page({ search: text, limit: Math.min(mostAtOnce, wanted - loaded.length), after })
    loaded.push(...data)
    after = next ?? undefined
  } while (after !== undefined && loaded.length < wanted)
  return loaded
}
