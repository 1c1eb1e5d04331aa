import type { Flow } from '../../domain/transaction.ts'
import { creditOnce } from '../explore/changes.ts'
import type { MoneyRule } from '../rules/table.ts'
import { changeChecks, giveBackOnce } from './changed.ts'
import type { Check, Words } from './check.ts'
import { dieAtMoments, getsReply, handlesWebhook, hasAnswered } from './deaths.ts'
import { forge, forgeries } from './forging.ts'
import { type Judged, notChecked } from './judged.ts'
import type { RowPlay } from './parts.ts'
import type { AuditStage } from './stage.ts'

const creditWhatIsPaid: Words = {
  askedForBy: 'credit what is COMPLETED, and nothing else (spec 3)',
  advice:
    'Credit an order when its webhook or a status query says COMPLETED, and never on the reply to the create call. A FAILED order credits nothing.',
}
const creditWhatCame: Words = {
  askedForBy: 'credit what came, and give out nothing for less (D30)',
  advice:
    'Compare the amount of the webhook with the price of the order. Give out nothing for less, and credit no more than what came.',
}
const settleOnce: Words = {
  askedForBy: 'a payout is open until COMPLETED or FAILED (spec 3, 6)',
  advice:
    'Show a payout as sent if its webhook or a status query says COMPLETED, and give the money back once if it says FAILED. Until then it is open, and the money stays taken.',
}
const payOutOnce: Words = {
  askedForBy: 'repeat with the same reference; never pay out again under a new one (spec 6 (5), 8 (2))',
  advice:
    'A lost or late reply says nothing: leave the payout open, and repeat the create call with the same reference. "Duplicate reference" means that it is stored.',
}
const keepNothingRefused: Words = {
  askedForBy: 'a refused payout takes nothing (spec 7)',
  advice:
    'If the create call is refused, give the money back; or leave the payout open, and try again with the same reference.',
}
const payOnce =
  'Before a second attempt of an order, ask for the status of the first. If both are paid, pay one back, or show both in the books.'
const surviveDeath: Words = {
  askedForBy: 'credit once (spec 6 (5), (6))',
  advice:
    'Do the work of a webhook before you answer 2xx, in one step with what remembers the webhook. Store an order with its reference before its create call. Ask for the status of open orders when your server starts.',
}

function outcome(check: string, played: RowPlay, words: Words): Check {
  return { check, subject: played.subject, ...words, play: (stage) => stage.played(played) }
}

function ordering(check: string, scenario: string, words: Words): Check {
  return outcome(check, { subject: 'order', scenarios: [scenario] }, words)
}

function paying(flow: Flow, check: string, scenario: string, words: Words): Check {
  return { ...ordering(check, scenario, words), flow }
}

function payingOut(check: string, scenario: string, words: Words, mayBeRefused?: true): Check {
  const refused = mayBeRefused === undefined ? {} : { mayBeRefused }
  return outcome(check, { subject: 'payout', scenarios: [scenario], ...refused }, words)
}

const outcomes: readonly Check[] = [
  { ...paying('mobile-money', 'approved', 'approve', creditWhatIsPaid), isFirst: true },
  paying('mobile-money', 'wrong-pin', 'wrong-pin', creditWhatIsPaid),
  paying('mobile-money', 'prompt-timeout', 'timeout', creditWhatIsPaid),
  paying('mobile-money', 'insufficient-balance', 'insufficient-balance', creditWhatIsPaid),
  {
    check: 'a payment that is slow while the customer tries again',
    askedForBy: 'charge once for an order (spec 6 (5), 8 (2))',
    advice: payOnce,
    subject: 'order',
    flow: 'mobile-money',
    play: triedAgain,
  },
  { ...paying('virtual-account', 'paid', 'approve', creditWhatIsPaid), isFirst: true },
  paying('virtual-account', 'expired', 'va-expiry', creditWhatIsPaid),
  paying('virtual-account', 'paid short', 'va-underpaid', creditWhatCame),
  paying('virtual-account', 'paid over', 'va-overpaid', creditWhatCame),
  paying('virtual-account', 'paid in two parts', 'va-split', creditWhatCame),
  paying('virtual-account', 'paid twice', 'va-paid-twice', creditWhatCame),
  paying('virtual-account', 'paid after expiry', 'audit-paid-too-late', {
    ...creditWhatIsPaid,
    advice:
      'Credit an order when its webhook or a status query says COMPLETED, also after one that said FAILED: with lateTransfers: accept a transfer counts that comes late.',
  }),
  ordering('paid without a webhook', 'dropped-webhook', {
    askedForBy: 'ask: a webhook may never come (spec 6 (5))',
    advice:
      'Ask for the status of open orders from time to time, and credit what is COMPLETED in the same step as after a webhook.',
  }),
  { ...payingOut('paid out', 'approve', settleOnce), isFirst: true },
  { ...payingOut('failed', 'switch-error', settleOnce), isPlain: true },
  { ...payingOut('failed with three webhooks', 'audit-failed-three-times', settleOnce), isRace: true },
  payingOut('failed without a webhook', 'failed-without-webhook', {
    ...settleOnce,
    advice: 'Ask for the status of open payouts from time to time: a webhook may never come.',
  }),
  payingOut('refused (400)', 'cannot-process', keepNothingRefused, true),
  { check: '429 and then accepted', subject: 'payout', ...keepNothingRefused, play: acceptedAtLast },
  payingOut('lost reply', 'lost-reply', payOutOnce),
  payingOut('hanging reply', 'audit-short-hang', payOutOnce),
  {
    check: 'a failed withdrawal that the customer repeats under the same key',
    askedForBy: 'take once for what is paid out (spec 3, 8 (2))',
    advice:
      'If a customer repeats a withdrawal that FAILED, answer that it failed; or pay it out under a new reference, and take its money again in the step that begins the new attempt.',
    subject: 'payout',
    play: repeatedOnceFailed,
  },
]

/** The same order is placed again while its first payment is open. */
async function triedAgain(stage: AuditStage): Promise<Judged> {
  if (!stage.parts.probe?.orders?.isGrouped) return notChecked('orders of the probe have no `order`')
  // A careful shop charges no second time; what another one does, the books say.
  return stage.played({ subject: 'order', scenarios: ['slow-approval', 'approve'], mayBeRefused: true })
}

/** The first call is answered 429; only a shop that calls again is accepted then. */
async function acceptedAtLast(stage: AuditStage): Promise<Judged> {
  const judged = await stage.played({ subject: 'payout', scenarios: ['too-many-requests'], mayBeRefused: true })
  const isAccepted = stage.made('payout').length > 0
  return judged.verdict === 'ok' && !isAccepted ? notChecked('the shop did not call again after the 429') : judged
}

/** The money was given back before the customer repeats the call, so a second attempt must take it again. */
async function repeatedOnceFailed(stage: AuditStage): Promise<Judged> {
  const { plan, probe } = stage.parts
  if (!probe?.payouts?.isGrouped) return notChecked('payouts of the probe have no `withdrawal`')
  if (!JSON.stringify([plan.payout, plan.headers]).includes('{fresh}')) return notChecked('the plan has no {fresh}')
  const first = await stage.played({ subject: 'payout', scenarios: ['switch-error'] })
  if (first.verdict !== 'ok') return first
  await stage.repeat('payout', 'approve')
  return stage.judged({ subject: 'payout', scenarios: ['switch-error', 'approve'] })
}

function death(check: string, play: Check['play']): Check {
  return { check, ...surviveDeath, isCause: true, mustKnow: true, play }
}

const deaths: readonly Check[] = [
  death('killed while it handles a webhook, before its answer', (stage) => dieAtMoments(stage, handlesWebhook)),
  death('killed between its 200 and its work', (stage) => dieAtMoments(stage, hasAnswered)),
  death('killed between the reply to its create call and storing it', (stage) => dieAtMoments(stage, getsReply)),
]

/** What to do about a fault, in every row whose own advice is not about the cause. */
export const adviceOn: Readonly<Partial<Record<MoneyRule, string>>> = {
  'credited-twice': creditOnce.advice,
  'given-back-twice': giveBackOnce.advice,
  'charged-twice': payOnce,
  'sent-wrong-amount': 'Send the sum that you took. Amounts are in major units: 5 is 5 GHS.',
  'paid-out-twice':
    'Pay a withdrawal out once: store an attempt before its create call, repeat that call with the same reference if its reply is lost, and begin another attempt only in the step that marks this one as failed, so that copies of a webhook begin one.',
}

/** Every row, in the order of playing and of the table. */
export const checks: readonly Check[] = [
  ...outcomes,
  ...changeChecks,
  ...forgeries.map((forgery) => ({
    ...forgery,
    isCause: true as const,
    play: (stage: AuditStage) => forge(stage, forgery),
  })),
  ...deaths,
  // Last: a shop may leave such an order open for good, and a later row would not know whether a timer credits it.
  ordering('another sum in a rightly signed webhook', 'other-amount', {
    askedForBy: 'credit what came (D30, D34)',
    advice: 'If the amount of a webhook is not the price of its order, ask for the status before you credit anything.',
  }),
]
