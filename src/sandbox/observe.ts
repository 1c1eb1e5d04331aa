import { join } from 'node:path'
import type { EventTools } from '../control/events/event-stream.ts'
import type { KeyedEvent } from '../control/events/every-business.ts'
import { callsSeen } from '../control/requests/calls-seen.ts'
import { createJournal } from '../control/requests/journal.ts'
import { packageRoot } from '../package-root.ts'
import { createReporter, type ReporterTools } from '../report/reporter.ts'

export function observe(tools: Pick<ReporterTools, 'store' | 'scenarios' | 'keepsChapters'>) {
  const journal = createJournal(tools.store.now)
  const calls = { callsSeen: (key: string) => callsSeen(journal, key), calledKeys: journal.keys }
  const reporter = createReporter({ ...tools, ...calls, isBuiltIn })
  return { journal, reporter }
}

function isBuiltIn(file: string): boolean {
  return file.startsWith(join(packageRoot(), 'scenarios'))
}

/** Yields what happens to every business until `signal` aborts. Loaded at its first use. */
export async function* watch(tools: EventTools, signal: AbortSignal): AsyncGenerator<KeyedEvent> {
  const start = { eventId: tools.store.lastEventId(), requestNumber: tools.journal.lastNumber() }
  const { everyBusiness } = await import('../control/events/every-business.ts')
  yield* everyBusiness(start, tools, signal)
}
