import { settingsSchema } from '../domain/settings.ts'
import type { Flow, Intent } from '../domain/transaction.ts'
import { openSteps, planFor } from './plan.ts'
import { planDefaultsOf } from './plan-defaults.ts'
import type { Scenario } from './scenario.ts'
import { tellPlan, tellRefusal } from './tell-plan.ts'
import type { Told } from './told.ts'

/** What a scenario does to a sample transaction of one of its flows, under the usual settings; nothing is drawn. */
export function samplePlan(scenario: Scenario, flow: Flow): readonly Told[] {
  if (scenario.refusal !== null) return tellRefusal(scenario.refusal, scenario.reply.delayMs)
  const intent = sample(flow)
  const defaults = planDefaultsOf(settingsSchema.parse({}))
  const opening = { scenario, intent, defaults }
  const plan = planFor({ ...opening, by: 'header', now: 0, random: () => 0 })
  return tellPlan({ plan, steps: openSteps(opening), intent, hasAddress: true })
}

function sample(flow: Flow): Intent {
  const isBank = flow === 'virtual-account' || flow === 'bank-payout'
  return {
    flow,
    reference: 'sample',
    currency: isBank ? 'NGN' : 'GHS',
    askedMinor: 10_000,
    channel: isBank ? 'BANK' : 'MOMO',
    network: isBank ? '058' : 'MTN',
    reason: 'Sample',
    customer: { accountName: 'The customer', accountNumber: '233241234567' },
    metadata: {},
    callbackUrl: null,
    extras: {},
    conversion: null,
  }
}
