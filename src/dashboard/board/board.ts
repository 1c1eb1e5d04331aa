import { signal } from '@preact/signals'
import type { ControlFailure } from '../../control-client/failure.ts'
import { asFailure } from '../api/failure.ts'
import type { LiveEvent } from '../api/live-event.ts'
import { sleep } from '../state/browser-time.ts'
import type { Session } from '../state/business.ts'
import { type Row, rowOf, withChanges, withPage } from './row.ts'

const pageSize = 500
const mostRows = 20_000
/** How many changed transactions one call asks for. */
const mostAtOnce = 100
/** The least time between two such calls. */
const restMs = 120

export type Board = ReturnType<typeof openBoard>

const boards = new WeakMap<Session, Board>()

/** Returns the board of a business, which lives on while another view is shown. */
export function boardOf(session: Session): Board {
  const board = boards.get(session) ?? openBoard(session)
  boards.set(session, board)
  return board
}

function openBoard({ client, live }: Session) {
  const rows = signal<readonly Row[]>([])
  /** `part`: older transactions are still being loaded. */
  const state = signal<'loading' | 'part' | 'all' | 'failed'>('loading')
  const failure = signal<ControlFailure | null>(null)
  /** The id of the row that the keys have reached. */
  const selected = signal<string | null>(null)
  let loads = 0

  const loadPages = async (own: number) => {
    await live.started
    let after: string | undefined
    let loaded: readonly Row[] = []
    do {
      const page = await client.call('GET /_sandbox/transactions', { limit: pageSize, after })
      if (own !== loads) return
      loaded = page.data.map(rowOf)
      // The rows of an earlier load stay until the first new page replaces them.
      rows.value = after === undefined ? loaded : withPage(rows.value, loaded)
      after = page.next ?? undefined
      failure.value = null
      state.value = after === undefined ? 'all' : 'part'
    } while (after !== undefined && rows.value.length < mostRows)
  }
  const load = () => {
    loads++
    loadPages(loads).catch((cause) => {
      failure.value = asFailure(cause)
      if (state.value === 'loading') state.value = 'failed'
    })
  }
  const refresh = createRefresh(async (ids, created) => {
    const { data } = await client.call('GET /_sandbox/transactions', { id: ids.join(',') })
    rows.value = withChanges(rows.value, data.map(rowOf), created)
  })
  live.on((events) => {
    if (events.some(({ kind }) => kind === 'gap' || kind === 'reset')) load()
    else refresh(events)
  })
  load()
  return { rows, state, failure, selected, reload: load }
}

/** Asks for changed transactions, many at once. The next call asks for transactions that changed meanwhile. */
function createRefresh(ask: (ids: readonly string[], created: ReadonlySet<string>) => Promise<void>) {
  const touched = new Set<string>()
  const created = new Set<string>()
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (touched.size > 0) {
      const ids = [...touched].slice(0, mostAtOnce)
      for (const id of ids) touched.delete(id)
      // After a failed call a gap event follows once the connection is back, and everything is loaded again.
      await ask(ids, created).catch(() => {})
      for (const id of ids) created.delete(id)
      await sleep(restMs)
    }
    isRunning = false
  }
  return (events: readonly LiveEvent[]) => {
    for (const event of events) {
      if (event.kind !== 'timeline') continue
      touched.add(event.entry.transactionId)
      if (event.entry.kind === 'created') created.add(event.entry.transactionId)
    }
    if (touched.size > 0 && !isRunning) void run()
  }
}
