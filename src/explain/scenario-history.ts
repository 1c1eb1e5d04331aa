import type { LiveScenarios } from '../scenarios/live-scenarios.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'

/** The scenarios by which a request was judged, as far as this process remembers. */
export interface RulesInForce {
  readonly scenarios: CompiledScenarios
  /** False: nobody remembers those of then, and these are the ones that are loaded now. */
  readonly isOfThen: boolean
}

/** How many earlier versions of the files are remembered. */
const remembered = 20

/**
 * Remembers which scenarios were loaded when: files are mended while somebody asks why. Given the id of a timeline entry,
 * which rises with time, it gives the scenarios of that moment.
 */
export function scenarioHistory(stories: LiveScenarios, lastEventId: () => number): (eventId: number) => RulesInForce {
  const past: { readonly until: number; readonly scenarios: CompiledScenarios }[] = []
  let unknownUntil = lastEventId()
  stories.onChange((before) => {
    past.push({ until: lastEventId(), scenarios: before })
    if (past.length > remembered) unknownUntil = past.shift()?.until ?? unknownUntil
  })
  return (eventId) => {
    if (eventId <= unknownUntil) return { scenarios: stories.now(), isOfThen: false }
    const then = past.find(({ until }) => eventId <= until)
    return { scenarios: then?.scenarios ?? stories.now(), isOfThen: true }
  }
}
