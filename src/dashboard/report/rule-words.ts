import type { MoneyRule } from '../../judge/rules/table.ts'

export interface RuleWords {
  readonly title: string
  /** The page of the guide that says what to do about it. */
  readonly page: string
}

const ofMoney: Readonly<Record<MoneyRule, string>> = {
  'credited-without-payment': 'Order credited without a payment',
  'paid-short': 'Order given out for less than its price',
  'paid-not-credited': 'Order paid and not credited',
  'credited-twice': 'Order credited twice',
  'charged-twice': 'Order charged twice',
  'credited-wrong-amount': 'Order credited with a wrong sum',
  'sent-and-given-back': 'Payout sent and given back',
  'told-failed': 'Payout sent and shown as failed',
  'taken-twice': 'Payout taken twice',
  'sent-wrong-amount': 'Payout of another amount',
  'not-given-back': 'Payout failed and not given back',
  'given-back-twice': 'Payout given back twice',
  'told-sent': 'Payout failed and shown as sent',
  'told-too-early': 'Payout open and shown as final',
  'given-back-while-open': 'Payout given back while it was open',
  'kept-after-refusal': 'Payout refused and not given back',
  'paid-out-twice': 'Withdrawal paid out twice',
  'balance-wrong': 'Balance of a customer wrong',
}

const words: Readonly<Record<string, readonly [title: string, page: string]>> = {
  'charged-again': ['Charged again after a lost reply', 'situations'],
  'forged-webhook-accepted': ['Webhook without a right signature accepted', 'verify-signatures'],
  'lost-webhook': ['Webhook given up', 'webhooks'],
  'broken-body-accepted': ['Unreadable webhook accepted', 'situations'],
  'badly-answered-webhook': ['Webhook not answered with 2xx in time', 'webhooks'],
  'refused-connection': ['Nothing listened for a webhook', 'troubleshooting'],
  'slow-webhook-answer': ['Webhook answered slowly', 'webhooks'],
  'no-callback-address': ['No address for a webhook', 'webhooks'],
  'never-asked': ['Missing webhook, and the status never asked for', 'situations'],
  'reference-used-again': ['Reference used again', 'troubleshooting'],
  'refused-call': ['Call refused for its form', 'troubleshooting'],
  'left-open': ['Transaction still open', 'time'],
}

/** A rule that the page does not know is on the page that lists all of them. */
export function ruleWords(rule: string): RuleWords {
  const [title, page] = words[rule] ?? [isMoneyRule(rule) ? ofMoney[rule] : rule, 'ci']
  return { title, page }
}

export function isMoneyRule(rule: string): rule is MoneyRule {
  return Object.hasOwn(ofMoney, rule)
}

/** The situation that a finding of a rule contradicts. */
export const contradicted: Readonly<Record<string, string>> = {
  'charged-again': 'lost-reply',
  'forged-webhook-accepted': 'wrong-signature',
  'never-asked': 'dropped-webhook',
  'credited-twice': 'duplicate',
  'paid-short': 'va-underpaid',
  'not-given-back': 'invalid-account-number',
  'given-back-twice': 'invalid-account-number',
}
