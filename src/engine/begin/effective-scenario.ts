import type { Origin } from '../../domain/derived-ids.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Intent } from '../../domain/transaction.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import type { Selection } from '../../scenarios/select/select.ts'
import { byHandIn } from './by-hand.ts'
import { withNetworkMismatch } from './network-mismatch.ts'
import { withReplyVariance } from './reply-variance.ts'

/** The story a transaction gets: the one that was chosen, as the business's settings change it. */
export function effectiveScenario(
  { scenario, by }: Selection,
  intent: Intent,
  settings: Settings,
  origin: Origin,
): Scenario {
  const inMode = byHandIn(settings, { scenario, by })
  const fitting = withNetworkMismatch({ scenario: inMode, by }, intent, settings)
  // What fails by itself waits for nobody, so it keeps its own name.
  const named = fitting === inMode ? fitting : { ...fitting, name: scenario.name }
  return withReplyVariance(named, intent, settings, origin)
}
