import { type ChangeName, changeNames, creditOnce, ruleOf } from '../explore/changes.ts'
import type { Check } from './check.ts'
import { type Judged, notChecked } from './judged.ts'
import type { Subject } from './plan.ts'
import type { AuditStage } from './stage.ts'

/** What a change is played on. */
interface Ground {
  readonly subject: Subject
  /** The name of the row. */
  readonly named: (change: ChangeName) => string
  /** The scenario of each order or withdrawal; `silent` has no webhook. */
  readonly scenario: string
  readonly silent: string
}

const order: Ground = {
  subject: 'order',
  named: (change) => change,
  scenario: 'approve',
  silent: 'dropped-webhook',
}
const payout: Ground = { ...order, subject: 'payout', named: (change) => `${change}, payout` }
const failedPayout: Ground = {
  subject: 'payout',
  named: (change) => `${change}, payout that FAILED`,
  scenario: 'switch-error',
  silent: 'failed-without-webhook',
}

/** A copy of a payout's webhook gives nothing back. */
export const giveBackOnce = {
  demands: 'settle once (spec 6 (6), D36)',
  advice:
    'Find the payout by its reference, and give its money back in one step that only an open payout passes. Answer 2xx to every copy.',
}

/** Every change of `explore`, on an order and on payouts that end either way. */
export const changeChecks: readonly Check[] = [
  ...changeNames.map((change) => changeCheck(change, order)),
  // The row `lost reply` of payouts is this change.
  ...changeNames.filter((change) => change !== 'lost-reply').map((change) => changeCheck(change, payout)),
  ...changeNames.map((change) => changeCheck(change, failedPayout)),
]

function changeCheck(change: ChangeName, ground: Ground): Check {
  const { isRace, ...rule } = ruleOf(change)
  const { subject, named } = ground
  const isCopy = rule.demands === creditOnce.demands && subject === 'payout'
  const { demands: askedForBy, advice } = isCopy ? giveBackOnce : rule
  const race = isRace ? { isRace } : {}
  return { check: named(change), askedForBy, advice, subject, ...race, play: (stage) => changed(stage, change, ground) }
}

async function changed(stage: AuditStage, change: ChangeName, { subject, scenario, silent }: Ground): Promise<Judged> {
  // With a webhook the order would have ended before the shop asks again.
  const one = change === 'pending-first' ? silent : scenario
  const scenarios = ruleOf(change).applyToNext === undefined ? [one] : [one, one]
  const asksAtEnd = change === 'pending-first' || change === 'webhook-late' ? { asksAtEnd: true as const } : {}
  const judged = await stage.played({ subject, scenarios, schedule: [{ order: 1, change }], ...asksAtEnd })
  if (stage.parts.scheduled.reached().length === 0) return notChecked(whyNotReached(stage, change))
  // The books are right by other ways, such as status queries.
  return judged.verdict === 'ok' && isAboutWebhook(change) && stage.refusesWebhooks
    ? notChecked(stage.whyNoWebhook)
    : judged
}

/** Changes of the answer to a status query, and of the reply to the create call. */
const ofQueries: readonly ChangeName[] = ['webhook-before-status-reply', 'pending-first', 'status-fails']
const ofReplies: readonly ChangeName[] = ['lost-reply', 'slow-reply']

function isAboutWebhook(change: ChangeName): boolean {
  return change === 'webhook-before-status-reply' || ![...ofQueries, ...ofReplies].includes(change)
}

function whyNotReached(stage: AuditStage, change: ChangeName): string {
  if (ofQueries.includes(change)) return 'the shop did not ask for the status'
  if (isAboutWebhook(change) && stage.refusesWebhooks) return stage.whyNoWebhook
  if (change === 'reversed' || change === 'together')
    return `no two webhooks came ${change === 'reversed' ? 'in reverse' : 'at the same moment'}`
  return 'it could not happen'
}
