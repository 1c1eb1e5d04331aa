/** A one-shot scenario that waits. */
export interface Queued {
  readonly use: string
  readonly remaining: number
}

/** What waits for the next requests, the first to be used first. */
export function queueText(queue: readonly Queued[]): string {
  const entries = queue.map(({ use, remaining }) => (remaining === 1 ? use : `${use} (${remaining} times)`))
  return entries.length === 0 ? 'empty' : entries.join(', ')
}
