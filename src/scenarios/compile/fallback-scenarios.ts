import { byHandName } from '../../domain/plan.ts'
import type { Scenario } from '../scenario.ts'
import { interpretScenario } from './interpret.ts'

const source = { file: 'payments-sandbox', line: 1 }

/** What happens when no file says anything that fits: everything is approved after the default time. */
export const plainApproval: Scenario = interpretScenario(
  { name: 'approve', source },
  { outcome: 'approved' },
  new Map(),
)

/** In manual mode a transaction without a chosen scenario waits for an action by hand. */
export const plainByHand: Scenario = interpretScenario({ name: byHandName, source }, { outcome: 'by-hand' }, new Map())
