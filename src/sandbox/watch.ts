import type { EventTools } from '../control/events/event-stream.ts'
import type { KeyedEvent } from '../control/events/every-business.ts'

/** What happens to every business from now on, until `signal` aborts. Its code is loaded here: no start waits for it. */
export async function* watch(tools: EventTools, signal: AbortSignal): AsyncGenerator<KeyedEvent> {
  const start = { eventId: tools.store.lastEventId(), requestNumber: tools.journal.lastNumber() }
  const { everyBusiness } = await import('../control/events/every-business.ts')
  yield* everyBusiness(start, tools, signal)
}
