import type { EventTools } from '../control/events/event-stream.ts'
import type { KeyedEvent } from '../control/events/every-business-events.ts'
import { callsSeen } from '../control/requests/calls-seen.ts'
import { createJournal } from '../control/requests/journal.ts'
import { laterReporter } from '../report/later-reporter.ts'
import type { ReporterTools } from '../report/reporter.ts'
import type { Files } from './read-files.ts'

interface Observed extends Pick<ReporterTools, 'store' | 'keepsChapters'> {
  readonly files: Files
}

export function observe({ store, files, keepsChapters }: Observed) {
  const journal = createJournal(store.now)
  const calls = { callsSeen: (key: string) => callsSeen(journal, key), calledKeys: journal.keys }
  const { isOwn } = files.ownFiles
  const reporter = laterReporter({ store, scenarios: files.drafts.of, isOwn, keepsChapters, ...calls })
  return { journal, reporter }
}

/** Yields what happens to every business until `signal` aborts. Loaded at its first use. */
export async function* watch(tools: EventTools, signal: AbortSignal): AsyncGenerator<KeyedEvent> {
  const start = { eventId: tools.store.lastEventId(), requestNumber: tools.journal.lastNumber() }
  const { everyBusinessEvents: everyBusiness } = await import('../control/events/every-business-events.ts')
  yield* everyBusiness(start, tools, signal)
}
