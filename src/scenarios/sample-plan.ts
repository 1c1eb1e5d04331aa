import { settingsSchema } from '../domain/settings.ts'
import type { Flow, Intent } from '../domain/transaction.ts'
import { planFor } from './plan.ts'
import { planDefaultsOf } from './plan-defaults.ts'
import type { Scenario } from './scenario.ts'
import { type Told, tellPlan, tellRefusal } from './tell-plan.ts'

/** What a scenario does to a sample transaction of one of its flows, under the usual settings. */
export function samplePlan(scenario: Scenario, flow: Flow): readonly Told[] {
  if (scenario.refusal !== null) return tellRefusal(scenario.refusal, scenario.reply.delayMs)
  const plan = planFor({
    scenario,
    by: 'header',
    intent: sample(flow),
    now: 0,
    defaults: planDefaultsOf(settingsSchema.parse({})),
    random: () => 0.5,
  })
  return tellPlan(plan, sample(flow).currency)
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
