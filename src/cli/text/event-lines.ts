import type { Screen, Style } from '../terminal/screen.ts'
import { type Cell, tableOf } from '../terminal/table.ts'

/** A timeline entry; `reference` and `transactionId` where entries of several transactions stand together. */
interface Entry {
  readonly at: string
  readonly event: string
  readonly transactionId?: string
  readonly reference?: string
  readonly [fact: string]: unknown
}

/** Timeline entries as lines: when, whose, what, and its facts. */
export function eventLines(events: readonly Entry[], screen: Screen): string {
  const rows = events.map(({ at, event, transactionId, reference, ...facts }): readonly Cell[] => [
    { text: at, style: 'dim' },
    ...(reference === undefined ? [] : [reference]),
    { text: event, style: styleOfEvent(event, facts) },
    factText(facts),
  ])
  const kept = rows[0]?.slice(1).map(() => ({ keep: true }) as const) ?? []
  return tableOf([...kept, {}], rows, screen)
}

/** Facts as `name=value`, one after the other. */
export function factText(facts: Readonly<Record<string, unknown>>): string {
  const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return Object.entries(facts)
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(' ')
}

/** Good ends green, bad ones red. */
export function styleOfEvent(event: string, { status }: Readonly<Record<string, unknown>>): Style {
  if (event === 'webhook_exhausted' || (event === 'settled' && status === 'FAILED')) return 'red'
  return event === 'webhook_delivered' || event === 'settled' ? 'green' : 'cyan'
}
