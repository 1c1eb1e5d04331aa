import type { Settings } from '../../domain/settings.ts'
import { plainByHand } from '../../scenarios/compile/fallback-scenarios.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import type { Selection } from '../../scenarios/select/select.ts'

/** In manual mode a story that nobody chose (steps 6 and 7 of the selection) gives way to one that waits for somebody to act. */
export function byHandIn({ mode }: Settings, { scenario, by }: Selection): Scenario {
  return mode === 'manual' && (by === 'business' || by === 'file') ? plainByHand : scenario
}
