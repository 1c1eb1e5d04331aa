import { byHandName } from '../domain/plan.ts'
import type { Settings } from '../domain/settings.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Selection } from '../scenarios/select.ts'

/** In manual mode a story that nobody chose (steps 6 and 7 of the selection) waits for somebody to act. */
export function byHandIn({ mode }: Settings, { scenario, by }: Selection): Scenario {
  if (mode === 'automatic' || (by !== 'business' && by !== 'file')) return scenario
  const status = scenario.reply.status === 'COMPLETED' ? 'INITIATED' : scenario.reply.status
  const reply = { ...scenario.reply, status }
  return { ...scenario, name: byHandName, outcome: { kind: 'by-hand' }, transfers: null, reply }
}
